"""Tables 2 and 3 of Jezequel and Lime, Lazy Reachability Analysis in Distributed Systems (CONCUR 2016): seconds of LaRA and of LoLA.

Theirs ran on Xeon E5-2620 processors, one thread, 20 minutes at most, without the conversion of files. A time of "<" is below 0.01 s, "out" is the first
size that did not finish in time, and "" was not tried."""

SIZES = (15, 16, 17, 18, 19, 24, 25, 35, 45, 1000, 3000, 6000, 8000, 10000, 30000, 50000)
TABLE_2 = {
    "cyclic": {
        "LaRA": "0.01 0.01 0.01 0.01 0.01 0.02 0.02 0.03 0.03 0.57 2.68 8.07 13.37 20.86 234.97 687.68",
        "LoLA": "< < < < < < < < < 2.55 64.32 514.89 out",
    },
    "dac": {
        "LaRA": "0.01 0.01 0.01 0.02 0.01 0.01 0.01 0.02 0.02 0.35 1.08 2.25 2.97 3.72 11.24 19.10",
        "LoLA": "< < < < < < < < < 0.56 1.15 1.62 2.79 3.14 9.46 19.75",
    },
    "philo": {
        "LaRA": "0.04 0.04 0.05 0.04 0.05 0.05 0.06 0.08 0.11 1.90 6.87 17.86 27.63 39.73 334.79 1063.69",
        "LoLA": "28.47 < 327.55 < out < - - - 2.44 64.84 520.86 out",
    },
    "philo-dico": {
        "LaRA": "0.10 0.05 0.10 0.06 0.10 0.08 0.13 0.15 0.17 2.34 8.56 21.32 32.21 44.69 346.36 1072.71",
        "LoLA": "30.92 < 349.38 < out < - - - 2.50 64.55 523.54 out",
    },
    "philo-sync": {
        "LaRA": "0.02 0.02 0.02 0.03 0.02 0.03 0.03 0.04 0.06 1.11 4.82 13.83 22.15 33.10 319.15 946.86",
        "LoLA": "< < 0.02 < 0.05 < 0.97 182.54 out 2.38 64.31 519.21 out",
    },
}
RING_SIZES = (7, 8, 9, 10, 11, 12)
TABLE_3 = {"LaRA": "0.514 1.716 6.713 25.810 70.370 322.440", "LoLA": "< < < < < <"}
WORDS = {"<": "< 0.01", "out": "> 1200", "-": ""}


def cells(text, count):
    """The entries of a column as they are printed, one for each size."""
    entries = [WORDS.get(entry, entry) for entry in text.split()]
    return entries + [""] * (count - len(entries))
