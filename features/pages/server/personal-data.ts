import type { PersonalTable } from '#kit/server/personal-data/personal-data.ts'

/** What people write into widgets: headings, names of axes, notes. */
const widgetTexts = ['title', 'verticalName', 'text'].map((option) => `*.options.${option}`)

/** Where pages, their versions and their shares name people. */
export const pageTables: readonly PersonalTable[] = [
  // Those that others see have another owner by then (decision 0061).
  { table: 'pages', people: { owner_id: 'goes' }, texts: ['name'] },
  {
    table: 'page_versions',
    people: { saved_by: 'stays' },
    texts: ['name'],
    documents: {
      areas: ['*.name', ...widgetTexts.map((path) => `*.widgets.${path}`)],
      widgets: widgetTexts,
    },
  },
  { table: 'page_shares', people: { user_id: 'goes', shared_by: 'stays' } },
  { table: 'chosen_dashboards', people: { user_id: 'goes' } },
  {
    table: 'kiosk_links',
    people: { made_by: 'goes' },
    texts: ['name'],
    withheld: ['token_hash'],
  },
]
