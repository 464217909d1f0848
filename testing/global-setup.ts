import type { TestProject } from 'vitest/node'
import { offerPostgres } from './engines/postgres-on-demand.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the test run's PostgreSQL is asked for: `requestPostgres`. */
    postgres: string
  }
}

/** Offers one PostgreSQL to the whole test run, and stops it at its end. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { requests, stop } = await offerPostgres()
  project.provide('postgres', requests)
  return stop
}
