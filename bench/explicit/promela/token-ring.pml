// models/token-ring.fsp: a token goes round a ring of N nodes; a node that wants to enter the critical section keeps it meanwhile.
// Handing the token on is a rendezvous; requests, entering and leaving concern the node alone. 3N * 2^(N-1) states.
chan token[N] = [0] of { bit };

// Node 0 has the token in the beginning.
active proctype first() {
HOLDING: if
         :: skip; goto GRANTED
         :: token[(_pid + 1) % N]!0
         fi;
         if
         :: skip; token[_pid]?0; goto GRANTED
         :: token[_pid]?0; goto HOLDING
         fi;
GRANTED: skip;
         skip;
         goto HOLDING
}

active [N - 1] proctype node() {
IDLE:    if
         :: skip; token[_pid]?0; goto GRANTED
         :: token[_pid]?0
         fi;
HOLDING: if
         :: skip
         :: token[(_pid + 1) % N]!0; goto IDLE
         fi;
GRANTED: skip;
         skip;
         goto HOLDING
}
