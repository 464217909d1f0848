import { defineConfig } from 'vitest/config'
import { LongestFirst } from './scripts/testing/longest-first.ts'
import { isBrowserTest, testFiles } from './scripts/testing/test-files.ts'

export default defineConfig({
  test: {
    include: testFiles([]).filter(isBrowserTest),
    globalSetup: ['e2e/global-setup.ts'],
    pool: 'forks',
    // Each file starts a server of its own; those of one worker share its browser and pages.
    // Twice the cores of the smallest machine: pages wait for a good part of their time.
    maxWorkers: 4,
    // All processors are busy with tests: what collects garbage beside them only takes turns.
    execArgv: ['--single-threaded-gc'],
    isolate: false,
    sequence: { sequencer: LongestFirst },
    testTimeout: 360_000,
    hookTimeout: 360_000,
    // Of a second, its usual value, another program may need all.
    expect: { poll: { timeout: 120_000 } },
  },
})
