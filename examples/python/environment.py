"""The cube as an environment of Gymnasium: the observation is the 54 facelets, an action a move, and the reward -1 a move.

pip install gymnasium; python examples/python/environment.py
"""

from typing import Any

import gymnasium as gym
import numpy as np

import cubebatch as cb


class CubeEnv(gym.Env[np.ndarray, int]):
    """Begins `scramble` random moves from solved, or at a random position if that is None."""

    def __init__(self, scramble: int | None = 5, most_moves: int = 50) -> None:
        self.observation_space = gym.spaces.Box(0, 5, (54,), np.uint8)
        self.action_space = gym.spaces.Discrete(18)
        self.scramble, self.most_moves = scramble, most_moves

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[np.ndarray, dict[str, Any]]:
        super().reset(seed=seed)
        draw = cb.scramble(1, self.np_random) if self.scramble is None else None
        self.cube = cb.random_walks(1, self.scramble, self.np_random).cubes[0, -1] if draw is None else draw[0]
        self.moves = 0
        return self.cube, {}

    def step(self, action: int) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        self.cube, self.moves = self.cube[cb.PERMUTATIONS[action]], self.moves + 1
        is_solved = bool((self.cube.reshape(6, 9) == np.arange(6)[:, None]).all())
        return self.cube, -1.0, is_solved, self.moves >= self.most_moves, {}


if __name__ == "__main__":
    environment, solver = CubeEnv(), cb.Solver(progress=False)
    cube, _ = environment.reset(seed=1)
    for move in solver.solve_batch(cube).moves[0]:
        if move != 255:
            cube, reward, is_solved, _, _ = environment.step(int(move))
    print("solved" if is_solved else "not solved", "in", environment.moves, "moves")
