#!/usr/bin/env bash
# Solves the parts of a file on the nodes of a Slurm cluster, one part a task.
#
#   sbatch --array=1-100 examples/slurm.sh cubes.txt out
#
# The second argument is a folder that all nodes see, and so must the input and the program be. A task that ended early continues
# when the same array is submitted again, and a complete one has nothing to do. For some of the parts alone, give their number
# in all as a third argument: sbatch --array=17,42 examples/slurm.sh cubes.txt out 100
# At the end: cubebatch join out/*.txt -o solutions.txt
#SBATCH --job-name=cubebatch
#SBATCH --cpus-per-task=8
#SBATCH --mem=4G
#SBATCH --time=04:00:00
#SBATCH --requeue
# A task that Slurm starts again adds to its log.
#SBATCH --open-mode=append
set -euo pipefail

part=${SLURM_ARRAY_TASK_ID:-}
if [ $# -lt 2 ] || [ -z "$part" ]; then
    echo "usage: sbatch --array=1-PARTS slurm.sh INPUT FOLDER [PARTS]" >&2
    exit 2
fi
input=$1 folder=$2 parts=${3:-$SLURM_ARRAY_TASK_MAX}
# An array from 0, or of some parts, would cut the input into other parts.
if [ $# -lt 3 ] && [ "$SLURM_ARRAY_TASK_MIN-$SLURM_ARRAY_TASK_COUNT" != "1-$parts" ]; then
    echo "slurm.sh: the array is not 1-$parts: begin it at 1, or give the number of all parts as a third argument" >&2
    exit 2
fi

mkdir -p "$folder"
exec cubebatch solve "$input" --part "$part/$parts" --resume -o "$folder/$part-of-$parts.txt" \
    --max-length 20 --threads "${SLURM_CPUS_PER_TASK:-1}"
