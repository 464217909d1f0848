import type { PersonalTable } from '../personal-data/personal-data.ts'

/** Where it is stored what is sent to whom. */
export const deliveryTables: readonly PersonalTable[] = [
  {
    table: 'deliveries',
    people: { user_id: 'goes' },
    texts: ['target'],
    documents: ['content'],
  },
  { table: 'delivery_attempts', people: {}, texts: ['detail'] },
]
