import { sourceOf } from '#testing/catalogues/sources.ts'
import { distributionOf, type Figure } from './figures/distribution.ts'
import { functionLines } from './figures/functions.ts'
import {
  fileLines,
  filesInFolders,
  maximumWidth,
  projectSources,
  wideLines,
  type SourceFile,
} from './figures/project-sources.ts'

// How large the files, functions, lines and folders of the code and of the tests are. With
// `--check` it says only which lines are too wide, and fails when there are any.
const write = (line: string): void => void process.stdout.write(`${line}\n`)
const files = projectSources()

if (process.argv.includes('--check')) checkWidth()
else {
  printFigures(
    'Code',
    files.filter(({ isTest }) => !isTest),
  )
  printFigures(
    'Tests',
    files.filter(({ isTest }) => isTest),
  )
}

function checkWidth(): void {
  const wide = wideLines(files)
  for (const { name, value } of wide) write(`${name}: ${value} characters, ${maximumWidth} at most`)
  if (wide.length > 0) process.exitCode = 1
}

function printFigures(title: string, sources: readonly SourceFile[]): void {
  write(`\n# ${title}`)
  const functions = sources.flatMap(({ path, text }) => functionLines(sourceOf(path, text)))
  printDistribution('Lines of a file', fileLines(sources))
  printDistribution('Lines of a function', functions)
  printDistribution('Files of a folder', filesInFolders(sources))
  const wide = distributionOf(wideLines(sources))
  write(`\nLines of more than ${maximumWidth} characters: ${wide.count}`)
  printGreatest(wide.greatest)
}

function printDistribution(title: string, figures: readonly Figure[]): void {
  const { count, sum, median, ninth, greatest } = distributionOf(figures)
  write(`\n${title}: ${count}, ${sum} in all, median ${median}, nine in ten at most ${ninth}`)
  printGreatest(greatest)
}

function printGreatest(greatest: readonly Figure[]): void {
  for (const { name, value } of greatest) write(`${String(value).padStart(8)}  ${name}`)
}
