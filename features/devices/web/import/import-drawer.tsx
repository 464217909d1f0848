import { Button, Drawer } from 'antd'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { importColumns } from '#features/devices/contract/import.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { useFieldErrorText } from '#kit/web/texts/use-field-error-text.ts'
import { ImportResult } from './import-result.tsx'
import { ImportSummary } from './import-summary.tsx'
import { readTable, useCheckImport, useImportDevices } from './use-import.ts'
import { useTokensClose } from './use-tokens-close.ts'
import './import.css'

/** Many devices from one file: what is wrong with it is seen before anything is stored. */
export function ImportDrawer({ onClose }: { readonly onClose: () => void }) {
  const translate = useTranslations('devices.import')
  const errorText = useFieldErrorText()
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<{ readonly name: string; readonly csv: string } | null>(null)
  const [mistake, setMistake] = useState<string | null>(null)
  const check = useCheckImport()
  const load = useImportDevices()
  const [isTaken, setTaken] = useState(false)
  const close = useTokensClose(load.isPending || (load.result !== null && !isTaken), onClose)
  const choose = async (chosen: File | undefined) => {
    if (!chosen) return
    setMistake(null)
    check.reset()
    load.reset()
    const csv = await readTable(chosen)
    setFile(csv === null ? null : { name: chosen.name, csv })
    if (csv === null) return setMistake(translate('notUtf8'))
    check.run(csv)
  }
  const refused =
    mistake ?? [load.refusal, check.refusal].map((error) => error && errorText(error)).find(Boolean)
  return (
    <Drawer open onClose={close} title={translate('title')} size={720}>
      {load.result ? (
        <ImportResult
          added={load.result.added}
          isTaken={isTaken}
          onTaken={() => setTaken(true)}
          onClose={close}
        />
      ) : (
        <>
          <p className="device-note">{translate('intro', { columns: importColumns.join(', ') })}</p>
          <div className="import-file">
            <Button
              icon={<Icon name="document" />}
              loading={check.isPending}
              onClick={() => input.current?.click()}
            >
              {translate('choose')}
            </Button>
            {file && <span className="device-long">{file.name}</span>}
          </div>
          <input
            ref={input}
            hidden
            type="file"
            accept=".csv,text/csv,text/plain"
            aria-label={translate('choose')}
            onChange={(event) => {
              void choose(event.target.files?.[0])
              event.target.value = ''
            }}
          />
          <div role="alert">
            {refused && (
              <p className="field-error">
                <Icon name="bad" />
                {refused}
              </p>
            )}
          </div>
          {file && check.result && (
            <ImportSummary
              check={check.result}
              isPending={load.isPending}
              onLoad={(lines) => load.run({ csv: file.csv, lines })}
            />
          )}
        </>
      )}
    </Drawer>
  )
}
