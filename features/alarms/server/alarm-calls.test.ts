import { describe } from 'vitest'
import '#testing/sites/shared-alarm-site.ts'

// One application for all of them; what counts all that is there comes first.
describe('analysis', async () => void (await import('./analysis/analysis-call.test.ts')))
describe('alarms', async () => void (await import('./alarms.test.ts')))
describe('register', async () => void (await import('./register/alarm-register.test.ts')))
describe('doubts', async () => void (await import('./register/uncertain-changes.test.ts')))
describe('closed', async () => void (await import('./calls/closed-meanwhile.test.ts')))
describe('shelving', async () => void (await import('./calls/shelving.test.ts')))
describe('rules', async () => void (await import('./calls/rules/rules.test.ts')))
describe('what a rule would do', async () => void (await import('./calls/rules/what-if.test.ts')))
describe('rules at once', async () => void (await import('./calls/rules/at-the-answer.test.ts')))
describe('products', async () => void (await import('./rules/rules-of-products.test.ts')))
describe('rules that are read', async () => void (await import('./rules/refresh.test.ts')))
