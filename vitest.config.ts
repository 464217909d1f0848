import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['**/*.test.ts', '**/*.test.tsx'],
    exclude: ['**/node_modules/**', '**/.cache/**', '**/dist/**', 'e2e/**'],
    globalSetup: ['testing/global-setup.ts'],
    // The telemetry engine lives in the process and does not survive worker threads.
    pool: 'forks',
    // Twice the cores of the smallest machine: a third of the time a test waits.
    maxWorkers: 4,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Of a second, its usual value, another program may need all.
    expect: { poll: { timeout: 30_000 } },
  },
})
