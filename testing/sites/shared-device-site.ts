import { afterAll } from 'vitest'
import { startDeviceSite } from './device-site.ts'

/**
 * One server for all parts of a test file, which imports this module first. A part by itself has
 * one of its own.
 */
export const devices = await startDeviceSite()
afterAll(() => devices.site.close())
