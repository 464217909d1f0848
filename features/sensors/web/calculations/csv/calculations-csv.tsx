import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { maximumSaved } from '#features/calculations/contract/calculation.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { ApiError } from '#kit/web/calls/api-error.ts'
import { showFailure } from '#kit/web/calls/query.ts'
import { toast } from '#kit/web/toast.ts'
import { download } from '#kit/web/csv/download.ts'
import { fetchCalculations } from '../query-calculations.ts'
import { useSaveCalculations } from '../use-changes.ts'
import { ImportDialog } from './import-dialog.tsx'
import { calculationsCsv, calculationsOf, refusedLines, type CsvCalculations } from './csv-text.ts'

const maximumFileBytes = 4 * 2 ** 20

/** The calculated sensors as a file, and a file as calculated sensors. */
export function CalculationsCsv({ hasAny }: { readonly hasAny: boolean }) {
  const translate = useTranslations('sensors.calculations.csv')
  const input = useRef<HTMLInputElement>(null)
  const [plan, setPlan] = useState<CsvCalculations | null>(null)
  const { mutate, isPending } = useSaveCalculations()
  const read = async (file: File) => {
    if (file.size > maximumFileBytes) return void toast('error', translate('tooLarge'))
    const { linesOf } = await import('#kit/web/csv/csv-lines.ts')
    try {
      const found = calculationsOf(linesOf(await file.text()))
      const error = fieldError('too_many', { maximum: maximumSaved })
      const tooMany = found.calculations.length > maximumSaved
      setPlan(tooMany ? { ...found, problems: [{ line: 1, column: '', error }] } : found)
    } catch {
      toast('error', translate('unreadable'))
    }
  }
  const save = async () => download('calculations.csv', calculationsCsv(await fetchCalculations()))
  const take = ({ calculations: found, lines }: CsvCalculations) =>
    mutate(found, {
      onSuccess: () => {
        setPlan(null)
        toast('success', translate('taken', { count: found.length }))
      },
      onError: (error) => {
        const problems = error instanceof ApiError ? refusedLines(error.errors, lines) : []
        if (problems.length === 0) void showFailure(error)
        else setPlan((present) => present && { ...present, problems })
      },
    })
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        hidden
        aria-label={translate('in')}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) void read(file)
          target.value = ''
        }}
      />
      <button type="button" className="button" onClick={() => input.current?.click()}>
        <Icon name="up" />
        {translate('in')}
      </button>
      <button
        type="button"
        className="button"
        disabled={!hasAny}
        onClick={() => void save().catch(showFailure)}
      >
        <Icon name="download" />
        {translate('out')}
      </button>
      <ImportDialog plan={plan} isPending={isPending} onTake={take} onClose={() => setPlan(null)} />
    </>
  )
}
