// models/milner.fsp: Milner's scheduler, a ring of N cells that hand a baton round. Passing it on is a rendezvous.
// Starting and finishing a task concern the cell alone. 3N * 2^(N-1) states.
chan turn[N] = [0] of { bit };

// Cell 0 has the baton in the beginning.
active proctype first() {
READY:   skip;
         turn[(_pid + 1) % N]!0;
         if
         :: skip; turn[_pid]?0; goto READY
         :: turn[_pid]?0; skip; goto READY
         fi
}

active [N - 1] proctype cell() {
WAITING: turn[_pid]?0;
READY:   skip;
         turn[(_pid + 1) % N]!0;
         if
         :: skip; goto WAITING
         :: turn[_pid]?0; skip; goto READY
         fi
}
