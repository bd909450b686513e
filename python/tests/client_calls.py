"""Calls a service, whose address is the argument, by the client that was generated."""

import sys


def main(address: str) -> None:
    from cubebatch_client import Client
    from cubebatch_client.api.default import health, solve
    from cubebatch_client.models import Refusal, Row, Solutions, SolveMany, SolveOne

    with Client(base_url=address) as client:
        ready = health.sync(client=client)
        assert ready is not None and ready.methods == ["thistlethwaite"], ready
        row = solve.sync(client=client, body=SolveOne(cube="R U2 F'"))
        assert isinstance(row, Row) and row.solution == "F U2 R'" and row.length == 3, row
        answer = solve.sync(client=client, body=SolveMany(cubes=["U", "nonsense"]))
        assert isinstance(answer, Solutions), answer
        first, second = answer.solutions
        assert first.solution == "U'" and "no move begins with" in str(second.error), answer
        refused = solve.sync_detailed(client=client, body=SolveOne(cube="nonsense"))
        assert refused.status_code == 400 and isinstance(refused.parsed, Refusal), refused


if __name__ == "__main__":
    main(sys.argv[1])
