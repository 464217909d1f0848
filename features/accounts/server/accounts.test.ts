import { describe } from 'vitest'
import '#testing/sites/shared-account-site.ts'

// One application for all of them.
describe('own sessions', async () => void (await import('./sessions/own-sessions.test.ts')))
describe('access', async () => void (await import('./users/access.test.ts')))
describe('exports', async () => void (await import('./personal-data/export-calls.test.ts')))
describe('management', async () => void (await import('./users/simultaneous-management.test.ts')))
describe('bystander', async () => void (await import('./users/bystander.test.ts')))
describe('profile', async () => void (await import('./profile/profile.test.ts')))
describe('own password', async () => void (await import('./passwords/own-password.test.ts')))
describe('second factor', async () => void (await import('./second-factor/second-factor.test.ts')))
describe('simultaneous calls', async () =>
  void (await import('./second-factor/simultaneous-calls.test.ts')))
describe('secrets', async () =>
  void (await import('./second-factor/second-factor-secrets.test.ts')))
describe('tickets', async () => void (await import('./sign-in/tickets.test.ts')))
describe('counts of failures', async () => void (await import('./sign-in/failure-counts.test.ts')))
describe('brake', async () => void (await import('./sign-in/sign-in-brake.test.ts')))
