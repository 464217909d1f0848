import { withValues } from '../draft/draft.ts'
import type { useEditing } from '../use-editing.ts'
import { CsvButtons } from './csv-buttons.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { useCsv } from './use-csv.ts'

/** The table as a file, and a file as a step of editing. */
export function CsvPart({ editing }: { readonly editing: ReturnType<typeof useEditing> }) {
  const csv = useCsv(editing)
  return (
    <>
      <CsvButtons csv={csv} />
      <ImportDialog
        plan={csv.plan}
        onClose={csv.close}
        onTake={({ changes }) => {
          editing.change((before) => withValues(before, changes))
          csv.close()
        }}
      />
    </>
  )
}
