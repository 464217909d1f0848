import type { PersonalTable } from '../personal-data/personal-data.ts'

/** Where it is stored what is sent to whom. */
export const deliveryTables: readonly PersonalTable[] = [
  {
    table: 'deliveries',
    people: { user_id: 'goes' },
    texts: ['target'],
    // A mail's own, those of a webhook's message; a push has ids alone.
    documents: {
      content: ['to', 'subject', 'text', 'body.route', 'body.alarms.*.text'],
    },
  },
  { table: 'delivery_attempts', people: {}, texts: ['detail'] },
]
