import { accountSite, type AccountSite } from './account-site.ts'

/**
 * One application for all parts of a test file, which imports this module first. A part by itself
 * has one of its own.
 */
export const site: AccountSite = accountSite()
