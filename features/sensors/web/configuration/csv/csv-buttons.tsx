import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import type { useCsv } from './use-csv.ts'

/** The ways out of the table into a file, and in again. */
export function CsvButtons({ csv }: { readonly csv: ReturnType<typeof useCsv> }) {
  const translate = useTranslations('sensors.configuration.csv')
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        hidden
        aria-label={translate('in')}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) csv.readFile(file)
          event.target.value = ''
        }}
      />
      <button
        type="button"
        className="button"
        disabled={csv.isBusy}
        onClick={() => input.current?.click()}
      >
        <Icon name="up" />
        {translate('in')}
      </button>
      <button type="button" className="button" disabled={csv.isBusy} onClick={csv.save}>
        <Icon name="download" />
        {translate('out')}
      </button>
    </>
  )
}
