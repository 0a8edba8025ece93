"""Random reducers: checks that their schema and a store accept the same states and actions.

    Tests/SchemaTests/run [--stage DIR] [--sanitize address] [--reducers N] [--seed N] [--only INDEX]

jsonschema, which does not know Kumiki, reads the schema. Rules that JSON Schema cannot express are left out.
"""

import argparse
import json
import random
import subprocess
import sys
from pathlib import Path

import jsonschema
import samples

sys.path.append(str(Path(__file__).resolve().parents[2] / "scripts"))
import tools

MOST_SHOWN = 10


def validator(schema, definition):
    whole = {**schema, "$ref": f"#/$defs/{definition}"}
    jsonschema.Draft202012Validator.check_schema(whole)
    return jsonschema.Draft202012Validator(whole)


def is_beyond_schema(value, why):
    """Whether JSON Schema cannot express the rule: unique ids, or a binding's write to a place that is not a field, which
    a store accepts and reports as an issue."""
    if why is not None:
        return "have the id" in why[2]
    if isinstance(value, dict):
        return set(value) == {"path", "value"} or any(
            is_beyond_schema(inner, None) for inner in value.values())
    return isinstance(value, list) and any(is_beyond_schema(inner, None) for inner in value)


def differences(line, answer):
    """Describes each value that only the schema or only the store accepts."""
    for definition, key in (("state", "states"), ("action", "actions")):
        known = validator(answer["schema"], definition)
        for value, why in zip(line[key], answer[key]):
            if why is not None and why[0] != "KMK_ERR_DECODE":
                yield f"{definition} {json.dumps(value)}: {why}"
            elif known.is_valid(value) != (why is None) and not is_beyond_schema(value, why):
                error = jsonschema.exceptions.best_match(known.iter_errors(value))
                yield (f"{definition} {json.dumps(value)}\n    the store: {why or 'takes it'}\n"
                       f"    the schema: {error.message if error else 'takes it'}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--stage", type=Path, default=tools.ROOT / "build/stage")
    parser.add_argument("--sanitize", choices=["address"])
    parser.add_argument("--reducers", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, help="only this reducer, with its schema")
    given = parser.parse_args()
    program = tools.built(given.sanitize or "gcc", given.stage, "taker") / "taker"
    taker = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    counts = {"reducers": 0, "mistakes": 0, "states": 0, "actions": 0, "taken": 0}
    found, shown = 0, None
    for index in range(given.reducers) if given.only is None else [given.only]:
        line = samples.sample(random.Random(f"{given.seed}/{index}"))
        print(json.dumps(line), file=taker.stdin, flush=True)
        text = taker.stdout.readline()
        if not text:
            sys.exit(f"the taker ended at reducer {index}, seed {given.seed}")
        answer = json.loads(text)
        if given.only is not None:
            print(json.dumps(answer, indent=1))
        counts["reducers"] += 1
        if "mistake" in answer:
            counts["mistakes"] += 1
            continue
        for key in ("states", "actions"):
            counts[key] += len(answer[key])
            counts["taken"] += answer[key].count(None)
        for difference in differences(line, answer):
            found += 1
            if found <= MOST_SHOWN:
                if index != shown:
                    print(f"reducer {index}: {json.dumps(line['reducer'])}")
                shown = index
                print(f"  {difference}")
    taker.stdin.close()
    if taker.wait() != 0:
        sys.exit(f"the taker failed: exit status {taker.returncode}")
    print("schema:", ", ".join(f"{count:,} {name}" for name, count in counts.items()) +
          f", {found} differences")
    sys.exit(1 if found else 0)


main()
