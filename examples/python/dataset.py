"""Endless training data for PyTorch: positions of random walks, each with the move that leads back and the length of its walk.

pip install torch; python examples/python/dataset.py
"""

import itertools
from collections.abc import Iterator

import torch
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

import cubebatch as cb


class Walks(IterableDataset[tuple[torch.Tensor, torch.Tensor, torch.Tensor]]):
    """Batches of one-hot positions (rows, 324), moves back (rows,) and lengths of walks (rows,). Each worker draws its own."""

    def __init__(self, seed: int, walks: int = 1000, length: int = 20) -> None:
        self.seed, self.walks, self.length = seed, walks, length

    def __iter__(self) -> Iterator[tuple[torch.Tensor, torch.Tensor, torch.Tensor]]:
        worker = get_worker_info()
        number, workers = (worker.id, worker.num_workers) if worker else (0, 1)
        for batch in itertools.count(number, workers):
            walks = cb.random_walks(2**63 // self.walks * self.walks, self.length, self.seed, part=(batch, 2**63 // self.walks))
            cubes = torch.from_numpy(cb.one_hot(walks.cubes[:, 1:].reshape(-1, 54))).float()
            lengths = torch.arange(1, self.length + 1).repeat(self.walks)
            yield cubes, torch.from_numpy(walks.back.reshape(-1)).long(), lengths


if __name__ == "__main__":
    for start in ("fork", "spawn"):
        loader = DataLoader(Walks(seed=1, walks=100), batch_size=None, num_workers=2, multiprocessing_context=start)
        batches = list(itertools.islice(loader, 4))
        assert len({batch[0].sum(dim=1).unique().item() for batch in batches}) == 1
        print(start, [tuple(part.shape) for part in batches[0]])
