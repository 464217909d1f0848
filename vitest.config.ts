import { defineConfig } from 'vitest/config'
import { mayFollow } from './scripts/testing/following-files.ts'
import { LongestFirst } from './scripts/testing/longest-first.ts'
import { ownProcessReasons } from './scripts/testing/own-process.ts'
import { isBrowserTest, testFiles } from './scripts/testing/test-files.ts'

const reasonOf = ownProcessReasons()
/** What the command line asks for: a part of another file may run by itself. */
const words = process.argv.slice(2).filter((word) => !/^-|^run$|\.config\.ts$/.test(word))
const files = Object.groupBy(
  [...new Set([...testFiles([]), ...testFiles(words)])].filter((file) => !isBrowserTest(file)),
  (file) => {
    if (reasonOf(file) === null) return 'shared'
    return mayFollow(file) ? 'following' : 'own'
  },
)

const following = files.following ?? []
/**
 * Of the modules of a file some 10 MB remain in its process: those of the next files get new ones
 * after so many. A new one costs some two processor seconds for packages and modules.
 */
const filesTogether = 150
const groups = Array.from({ length: Math.ceil(following.length / filesTogether) }, (_, index) =>
  following.slice(index * filesTogether, (index + 1) * filesTogether),
)

export default defineConfig({
  test: {
    // The telemetry engine lives in the process and does not survive worker threads.
    pool: 'forks',
    // Twice the cores of the smallest machine: a third of the time a test waits.
    maxWorkers: 4,
    // All processors are busy with tests: what collects garbage beside them only takes turns.
    execArgv: ['--single-threaded-gc'],
    // All modules of the project are of ECMAScript: names of the others would only cost time.
    injectCjsGlobals: false,
    sequence: { sequencer: LongestFirst },
    testTimeout: 360_000,
    hookTimeout: 360_000,
    // Of a second, its usual value, another program may need all.
    expect: { poll: { timeout: 120_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'own process',
          include: files.own ?? [],
          globalSetup: ['testing/global-setup.ts'],
        },
      },
      ...groups.map((include, index) => ({
        extends: true as const,
        test: {
          name: `fresh modules ${index + 1}`,
          include,
          isolate: false,
          setupFiles: ['testing/shared-process/fresh-modules.ts'],
          globalSetup: ['testing/global-setup.ts'],
        },
      })),
      {
        extends: true,
        test: {
          name: 'shared process',
          include: files.shared ?? [],
          isolate: false,
          setupFiles: ['testing/shared-process/unchanged-process.ts'],
        },
      },
    ],
  },
})
