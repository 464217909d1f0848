import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['**/*.test.ts', '**/*.test.tsx'],
    exclude: ['**/node_modules/**', '**/.cache/**', '**/dist/**', 'e2e/**'],
    globalSetup: ['testing/global-setup.ts'],
    // The telemetry engine lives in the process and does not survive worker threads.
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
