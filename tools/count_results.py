"""Prints how many tests of a JUnit file (ctest --output-junit) passed, failed and were skipped."""
import sys
import xml.etree.ElementTree

passed = failed = skipped = 0
for case in xml.etree.ElementTree.parse(sys.argv[1]).iter("testcase"):
    note = case.find("skipped")
    if case.get("status") == "run":
        passed += 1
    elif case.get("status") == "notrun" and note is not None and note.get("message", "").startswith("SKIP_"):
        skipped += 1
    else:   # failed, disabled, or a missing program: none of these may go unnoticed
        failed += 1
print(passed, failed, skipped)
