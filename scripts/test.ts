import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildWeb, webDirectory } from './build-web.ts'
import { bundleServer } from './server-build/bundle.ts'
import { bundleVariable } from './server-build/place.ts'
import { commandStart } from './testing/command-start.ts'
import { filesInMemory, removeFiles } from './testing/files-in-memory.ts'
import { provideSystemNeeds } from './testing/system-needs.ts'
import { isBrowserTest, needsBuiltWeb, startsServer, testFiles } from './testing/test-files.ts'
import { failureLines, type Failure, type Outcome } from './testing/outcome.ts'
import { runVitest } from './testing/vitest-run.ts'

// All tests: beside the code first, then those that drive the built application in a browser. Words
// on the command line are file filters; only what the chosen files need is built and started.
const begun = commandStart()
const lacking = provideSystemNeeds(join(import.meta.dirname, '..', '.cache', 'tried-packages'))
if (lacking !== null) {
  process.stderr.write(`\n${lacking}\n\n`)
  process.exit(1)
}
const filters = process.argv.slice(2)
const files = testFiles(filters)
if (files.some(needsBuiltWeb) || !existsSync(webDirectory))
  await buildWeb((line) => process.stdout.write(`${line}\n`))
const bundle = files.some(startsServer) ? await bundleServer() : null
if (bundle) process.env[bundleVariable] = bundle.directory
const bundling = bundle?.built.then(
  () => [],
  (error: unknown): Failure[] => [
    { where: 'scripts/server-build', title: 'the bundle of the server', reason: String(error) },
  ],
)
// Whoever names a place for temporary files gets them there.
const memory = process.env['TMPDIR'] === undefined ? filesInMemory() : null
if (memory !== null) {
  process.env['TMPDIR'] = memory
  process.on('exit', () => removeFiles(memory))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
}
const configurations = [
  ...(files.every(isBrowserTest) ? [] : ['vitest.config.ts']),
  ...(files.some(isBrowserTest) ? ['vitest.e2e.config.ts'] : []),
]
const outcomes: Outcome[] = []
for (const configuration of configurations) outcomes.push(await runVitest(configuration, filters))
const sum = (count: (outcome: Outcome) => number) =>
  outcomes.reduce((total, outcome) => total + count(outcome), 0)
const seconds = (moment: number) => `${((moment - begun) / 1000).toFixed(1)} s`
const firstTestAt = Math.min(...outcomes.map((outcome) => outcome.firstTestAt ?? Infinity))
if (firstTestAt < Infinity)
  process.stdout.write(
    `\nThe first test began ${seconds(firstTestAt)} after the command, ` +
      `the last ended after ${seconds(Date.now())}\n`,
  )
const failures = [...((await bundling) ?? []), ...outcomes.flatMap((outcome) => outcome.failures)]
const passed = sum((outcome) => outcome.passed)
const skipped = sum((outcome) => outcome.skipped)
const skippedWords = skipped > 0 ? `, ${skipped} skipped` : ''
process.stdout.write(failureLines(failures))
process.stdout.write(`\n${passed} passed, ${failures.length} failed${skippedWords}\n`)
process.exitCode = failures.length > 0 || passed === 0 ? 1 : 0
