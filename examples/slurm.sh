#!/usr/bin/env bash
# Solves the parts of a file on the nodes of a Slurm cluster, one part a task.
#
#   sbatch --array=1-100 examples/slurm.sh cubes.txt out
#
# The second argument is a folder that all nodes see. A task that ended early continues when the same array is submitted again,
# and a complete one has nothing to do. At the end: cubebatch join out/*.txt -o solutions.txt
#SBATCH --job-name=cubebatch
#SBATCH --cpus-per-task=8
#SBATCH --mem=4G
#SBATCH --time=04:00:00
#SBATCH --requeue
set -euo pipefail

input=$1 folder=$2
part=$SLURM_ARRAY_TASK_ID parts=$SLURM_ARRAY_TASK_MAX

mkdir -p "$folder"
exec cubebatch solve "$input" --part "$part/$parts" --resume -o "$folder/$part-of-$parts.txt" \
    --max-length 20 --threads "${SLURM_CPUS_PER_TASK:-1}"
