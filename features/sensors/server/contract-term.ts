import { day, instantOf } from '#kit/model/time/zone.ts'
import type { ContractState } from '#kit/model/device.ts'

/**
 * From when until when a binding counts, in ms UTC: `opensAt` inclusive, `closesAt` exclusive;
 * infinite where there is no limit.
 */
export interface ContractTerm {
  readonly opensAt: number
  readonly closesAt: number
}

/** The days of a contract as `2026-11-30`, both included; null: no limit. */
interface ContractDays {
  readonly contractStart: string | null
  readonly contractEnd: string | null
}

/** Whole days on the wall clock of `timezone`: a contract ends when its last day does. */
export function contractTerm(
  { contractStart, contractEnd }: ContractDays,
  timezone: string,
): ContractTerm {
  const midnight = (date: string, days: number) =>
    instantOf(Date.parse(`${date}T00:00:00Z`) + days * day, timezone)
  return {
    opensAt: contractStart === null ? -Infinity : midnight(contractStart, 0),
    closesAt: contractEnd === null ? Infinity : midnight(contractEnd, 1),
  }
}

/** Whether a binding counts at `now`; one whose end lies before its start never does. */
export function contractState({ opensAt, closesAt }: ContractTerm, now: number): ContractState {
  if (now >= closesAt) return 'ended'
  return now >= opensAt ? 'open' : 'upcoming'
}
