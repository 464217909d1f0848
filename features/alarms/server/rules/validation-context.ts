import type { FieldError } from '#kit/model/calls/field-errors.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { StoredRule } from './rules-store.ts'

export interface ValidationContext {
  readonly catalogue: Pick<Catalogue, 'device' | 'sensorByKey'>
  /** What is not is unknown: nobody learns of devices that are closed to them. */
  readonly isVisible: (deviceId: number) => boolean
  readonly mayConfigure: (deviceId: number) => boolean
  readonly mayUsePatterns: boolean
  /** Those that there are, without the one that is changed. */
  readonly others: readonly StoredRule[]
  readonly isVisibleRule: (rule: StoredRule) => boolean
  /** The one that is changed; null: it is new. */
  readonly former: StoredRule | null
}

export type Problems = Record<string, FieldError[]>
