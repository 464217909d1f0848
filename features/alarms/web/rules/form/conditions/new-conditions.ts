import type { AlarmCondition } from '../../../../contract/condition.ts'
import type { DraftOf } from '../draft.ts'

const minute = 60_000

const nowhere = { thing: '', key: '' }

/** What the fields of each condition begin with. */
export const newConditions: {
  readonly [Kind in AlarmCondition['kind']]: DraftOf<Kind>
} = {
  limit: { kind: 'limit', level: 'high', limit: '' },
  rate: { kind: 'rate', direction: 'either', change: '', withinMs: minute },
  deviation: { kind: 'deviation', from: nowhere, by: '' },
  state: { kind: 'state', values: [], colours: [] },
  no_change: { kind: 'no_change', afterMs: 10 * minute },
  no_data: { kind: 'no_data', afterMs: null },
  device_offline: { kind: 'device_offline' },
  bad_quality: { kind: 'bad_quality', isUncertainToo: false },
  repeated_text: { kind: 'repeated_text', text: '', times: 3, withinMs: 10 * minute },
  expression: { kind: 'expression', expression: '', inputs: { a: nowhere } },
}
