// models/philo.fsp: N philosophers, each takes the left fork first and puts it back first. Forks are shared bits,
// because that is what a Promela author would write, and it spares SPIN N processes. 3^N - 1 states.
bit taken[N];

active [N] proctype phil() {
  do
  :: d_step { !taken[_pid] -> taken[_pid] = 1 };
     d_step { !taken[(_pid + 1) % N] -> taken[(_pid + 1) % N] = 1 };
     taken[_pid] = 0;
     taken[(_pid + 1) % N] = 0
  od
}
