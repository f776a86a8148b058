"""The families of models/, each at the largest size whose full product is searched in reasonable time: up to some 10^7 states, fewer where states are wide or the next size is out of reach."""

FAMILIES = {
    "alternating-bit": {"D": 400}, "but": {"N": 9}, "client-server": {"N": 10}, "cyclic": {"N": 12}, "dac": {"N": 2000}, "ddb": {"N": 16}, "hex-sys": {"N": 2},
    "m-vote": {"N": 11}, "mat": {"N": 3}, "milner": {"N": 18}, "msg-grid": {"N": 6}, "philo": {"N": 14}, "philo-dico": {"N": 12}, "philo-sync": {"N": 33},
    "philosophers": {"N": 10}, "philosophers-safe": {"N": 10}, "readers-writers": {"R": 14}, "ring": {"N": 8}, "ring-p": {"N": 15}, "ring2": {"N": 200},
    "ring2-hf": {"N": 10}, "ring2-s": {"N": 2000}, "ring2-s-hf": {"N": 12}, "sched": {"N": 18}, "tk-fully": {"N": 100}, "tk-fully-hf": {"N": 16},
    "tk-grid": {"N": 100}, "tk-grid-hf": {"N": 16}, "tk-ring": {"N": 100}, "tk-ring-hf": {"N": 16}, "token-ring": {"N": 18}, "track": {"N": 4000}, "track-hf": {"N": 16},
    "ts": {"N": 8},
}
