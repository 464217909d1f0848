import { useParams } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { dryRunDocument, type DryRun } from '#features/ingest/contract/dry-run.ts'
import { maximumMessageBytes } from '#kit/model/limits.ts'
import { sensorTypes, type SensorType } from '#kit/model/sensor.ts'
import { Notice } from '#kit/ui/notice.tsx'
import { AntdProvider } from '#kit/web/antd/theme/antd-provider.tsx'
import { call } from '#kit/web/calls/call.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import { DeviceChoice } from './device-choice.tsx'
import { fieldLines, placeOfLine } from './field-lines.ts'
import { outdatedPart, type DryRunBody } from './outdated.ts'
import { TypeChoice } from './type-choice.tsx'
import { ResultPreview } from './result-preview.tsx'
import './dry-run.css'

/** Every kind of value that a document may hold; its keys are of the demo plant. */
const example = `{
  "values": {
    "temperature": 21.5,
    "state": "RUN",
    "door": true,
    "pressure": { "v": 4.2, "q": "uncertain" },
    "level": null
  }
}`

/** What was tried, and what it gave. */
interface Tried {
  readonly body: DryRunBody & { readonly document: string }
  readonly result: DryRun
}

/** `/scada/lambda` and `/scada/lambda/type/{type}` */
export default function DryRunScreen() {
  const { type }: Readonly<Record<string, unknown>> = useParams({ strict: false })
  return (
    <AntdProvider>
      <Bench first={sensorTypes.find((each) => each === type) ?? null} />
    </AntdProvider>
  )
}

/** `first`: the type that the address names. Another choice leaves what was typed where it is. */
function Bench({ first }: { readonly first: SensorType | null }) {
  const translate = useTranslations('scada.lambda')
  const [type, setType] = useState(first)
  const [text, setText] = useState(example)
  const [device, setDevice] = useState<string | null>(null)
  const [latest, setLatest] = useState<Tried | null>(null)
  const [error, setError] = useState<Error | null>(null)
  const editor = useRef<HTMLTextAreaElement>(null)
  const { mutate, isPending } = useDryRun()
  const body = {
    document: text,
    ...(device === null ? {} : { device }),
    ...(type === null ? {} : { type }),
  }
  const outdated = latest && outdatedPart(latest.body, body)
  const run = () => {
    setError(null)
    mutate(body, {
      onSuccess: ({ data }) => setLatest({ body, result: data }),
      onError: (failure) => {
        setLatest(null)
        setError(failure)
      },
    })
  }
  const showLine = (line: number) => {
    const { from, to } = placeOfLine(text, line)
    editor.current?.focus()
    editor.current?.setSelectionRange(from, to)
  }
  return (
    <div className="dry-run">
      <section className="panel" aria-labelledby="dry-run-title">
        <header className="panel-head dry-run-head">
          <h2 id="dry-run-title">{translate('heading')}</h2>
          <DeviceChoice device={device} onChange={setDevice} />
          <TypeChoice type={type} onChange={setType} />
          <button type="button" className="button primary" disabled={isPending} onClick={run}>
            {translate('run')}
          </button>
        </header>
        <textarea
          ref={editor}
          className="dry-run-text"
          aria-label={translate('document')}
          spellCheck={false}
          wrap="off"
          maxLength={maximumMessageBytes}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) run()
          }}
        />
        <p className="panel-foot">{translate('nothingStored')}</p>
      </section>
      <section className="panel dry-run-result" aria-labelledby="dry-run-result" aria-live="polite">
        <header className="panel-head">
          <h2 id="dry-run-result">{translate('result')}</h2>
          {outdated && <span className="panel-note">{translate(`outdated.${outdated}`)}</span>}
        </header>
        {error && <FailureNotice error={error} onRetry={run} />}
        {latest === null && !error && (
          <Notice icon="document" title={translate('notRun')}>
            <p>{translate('notRunText')}</p>
          </Notice>
        )}
        {latest && (
          <ResultPreview
            result={latest.result}
            lines={fieldLines(latest.body.document)}
            {...(outdated === 'document' ? {} : { onShowLine: showLine })}
          />
        )}
      </section>
    </div>
  )
}

/** The failure is shown in the place of the result. */
function useDryRun() {
  return useMutation({
    mutationFn: (body: DryRunBody) => call(dryRunDocument, { body }),
    meta: { quiet: true },
  })
}
