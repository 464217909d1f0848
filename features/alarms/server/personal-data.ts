import { locales } from '#kit/model/locale.ts'
import type { PersonalTable } from '#kit/server/personal-data/personal-data.ts'

/** What an alarm says, in each language. */
const messages = locales.map((locale) => `message.${locale}`)

/** Where it is stored what people did about alarms. */
export const alarmTables: readonly PersonalTable[] = [
  {
    table: 'alarms',
    people: { acknowledged_by: 'stays', assigned_to: 'stays' },
    texts: ['acknowledgement'],
    documents: { message: [...locales] },
  },
  { table: 'alarm_rules', people: {}, documents: { definition: messages } },
  { table: 'alarm_events', people: { user_id: 'stays' }, texts: ['comment'] },
  { table: 'alarm_shelves', people: { user_id: 'stays' }, texts: ['reason'] },
  { table: 'handover_notes', people: { author_id: 'stays' }, texts: ['text'] },
]
