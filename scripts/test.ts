import { existsSync } from 'node:fs'
import { buildWeb, webDirectory } from './build-web.ts'
import { commandStart } from './testing/command-start.ts'
import { filesInMemory, removeFiles } from './testing/files-in-memory.ts'
import { provideSystemNeeds } from './testing/system-needs.ts'
import { isBrowserTest, needsBuiltWeb, testFiles } from './testing/test-files.ts'
import { runVitest } from './testing/vitest-run.ts'

// All tests: beside the code first, then those that drive the built application in a browser. Words
// on the command line are file filters; only what the chosen files need is built and started.
const begun = commandStart()
const lacking = provideSystemNeeds()
if (lacking !== null) {
  process.stderr.write(`\n${lacking}\n\n`)
  process.exit(1)
}
const filters = process.argv.slice(2)
const files = testFiles(filters)
if (files.some(needsBuiltWeb) || !existsSync(webDirectory))
  await buildWeb((line) => process.stdout.write(`${line}\n`))
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
const total = { passed: 0, failed: 0, skipped: 0, firstTestAt: Infinity }
for (const configuration of configurations) {
  const { passed, failed, skipped, firstTestAt } = await runVitest(configuration, filters)
  total.passed += passed
  total.failed += failed
  total.skipped += skipped
  total.firstTestAt = Math.min(total.firstTestAt, firstTestAt)
}
const seconds = (moment: number) => `${((moment - begun) / 1000).toFixed(1)} s`
if (total.firstTestAt < Infinity)
  process.stdout.write(
    `\nThe first test began ${seconds(total.firstTestAt)} after the command, ` +
      `the last ended after ${seconds(Date.now())}\n`,
  )
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed${skipped}\n`)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
