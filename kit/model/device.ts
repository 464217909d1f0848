import { z } from 'zod'
import { fieldError, rule } from './calls/field-errors.ts'

const lesiId = /^[A-Za-z0-9_-]{3,64}$/

/** The identity of a gateway or machine: opaque, unique, 3–64 of A–Z a–z 0–9 _ - */
export const LesiId = z
  .string()
  .refine((text) => lesiId.test(text), rule(fieldError('lesi_id')))
  .meta({ pattern: lesiId.source })

/** Characters of what people write about a device: its name, product, site and zone. */
export const maximumDescriptionLength = 200

export const DeviceStatus = z.enum(['online', 'offline'])
export type DeviceStatus = z.infer<typeof DeviceStatus>

/** How a user is tied to a device: `admin` is the parent account, `sub-user` the child account. */
export const Relation = z.enum(['admin', 'sub-user'])
export type Relation = z.infer<typeof Relation>

/**
 * Whether the contract behind a binding counts: before its first day, until the end of its last, or
 * after.
 */
export const ContractState = z.enum(['upcoming', 'open', 'ended'])
export type ContractState = z.infer<typeof ContractState>
