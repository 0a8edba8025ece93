# Completion of the command kumiki for bash.
_kumiki() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]} options= at
  if [ "$COMP_CWORD" -eq 1 ]; then
    mapfile -t COMPREPLY < <(compgen -W "generate check graph record show tail replay diff bisect cut export --help --version" -- "$word")
    return
  fi
  if [ "$command" = record ]; then
    for ((at = 2; at < COMP_CWORD; at++)); do
      if [ "${COMP_WORDS[at]}" = -- ]; then
        # The program, and then its own arguments.
        if [ $((at + 1)) -eq "$COMP_CWORD" ]; then
          mapfile -t COMPREPLY < <(compgen -c -- "$word"; compgen -f -X '!*/*' -- "$word")
        else
          mapfile -t COMPREPLY < <(compgen -f -- "$word")
        fi
        return
      fi
    done
  fi
  case $before in
    --language) mapfile -t COMPREPLY < <(compgen -W "c c++ python swift" -- "$word"); return ;;
    --test) mapfile -t COMPREPLY < <(compgen -W "c python swift" -- "$word"); return ;;
    --to) [ "$command" != export ] || { mapfile -t COMPREPLY < <(compgen -W "perfetto chrome itf" -- "$word"); return; } ;;
    --origin) mapfile -t COMPREPLY < <(compgen -W "program view binding effect send undo restore replace" -- "$word"); return ;;
  esac
  case $command in
    generate) options="--language --prefix --output --help" ;;
    check|graph) options="--config --reducer --state --judge --register --feature --module --no-judge --time --jobs --states --depth --rows --events --in-flight --hang --walk --seed --file --out --logs --itf --graph --cases --json --help" ;;
    record) options="--output --json --help --" ;;
    show) options="--case --place --origin --since --until --no-pager --json --help" ;;
    tail) options="--steps --follow --case --place --origin --since --until --json --help" ;;
    replay) options="--with --reducer --from --to --without --instead --json --help" ;;
    diff) options="--json --help" ;;
    bisect) options="--until --json --help" ;;
    cut) options="--test --with --reducer --output --json --help" ;;
    export) options="--to --output --json --help" ;;
  esac
  case $word in
    -*) mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word") ;;
    *) mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
  esac
}
complete -o filenames -F _kumiki kumiki
