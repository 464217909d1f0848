import type { AllSensors } from '../../calls/use-sensors.ts'

/**
 * What is to be said of how far the sensors have loaded: all of them; so many of so many; that they
 * do, before their number is known; or nothing, where a notice says why they could not be loaded.
 */
export type LoadState = 'all' | 'some' | 'begun' | 'failed'

export function loadState({
  total,
  isComplete,
  error,
}: Pick<AllSensors, 'total' | 'isComplete' | 'error'>): LoadState {
  if (isComplete) return 'all'
  if (error) return 'failed'
  return total === 0 ? 'begun' : 'some'
}
