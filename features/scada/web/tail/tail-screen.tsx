import { useDeferredValue, useState } from 'react'
import { useTranslations } from 'use-intl'
import { tailKinds, type TailKind } from '#features/ingest/contract/tail.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { Notice } from '#kit/ui/notice.tsx'
import { Skeleton } from '#kit/ui/skeleton.tsx'
import { AntdProvider } from '#kit/web/antd/theme/antd-provider.tsx'
import { SearchField } from '#kit/web/antd/fields/antd-search-field.tsx'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import { RefusedMessages } from './refused-messages.tsx'
import { RefusedSenders } from './refused-senders.tsx'
import { TailTable } from './tail-table.tsx'
import { useTail } from './use-tail.ts'
import './tail.css'

type Tail = ReturnType<typeof useTail>

/** `/scada/lambda-websocket` */
export default function TailScreen() {
  return (
    <AntdProvider>
      <div className="tail-screen">
        <TailPanel />
        <RefusedSenders />
      </div>
    </AntdProvider>
  )
}

function TailPanel() {
  const translate = useTranslations('scada.live')
  const [find, setFind] = useState('')
  const [kind, setKind] = useState<TailKind>('all')
  const [isRaw, setIsRaw] = useState(false)
  const isLive = kind === 'all'
  const tail = useTail({ find, isLive })
  return (
    <section className="panel tail-panel" aria-labelledby="tail-title">
      <header className="panel-head tail-head">
        <h2 id="tail-title">{translate('heading')}</h2>
        {isLive && <Rate tail={tail} />}
        <div className="segmented" role="group" aria-label={translate('show')}>
          {tailKinds.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={each === kind}
              onClick={() => setKind(each)}
            >
              {translate(`kind.${each}`)}
            </button>
          ))}
        </div>
        <SearchField
          className="tail-find"
          mark={<Icon name="search" />}
          text={find}
          label={translate('find')}
          onSearch={setFind}
        />
        {isLive && (
          <button
            type="button"
            className="button"
            aria-pressed={isRaw}
            onClick={() => setIsRaw(!isRaw)}
          >
            {translate('raw')}
          </button>
        )}
        <PauseButton tail={tail} />
      </header>
      {isLive ? (
        <TailBody tail={tail} isRaw={isRaw} isSearch={find !== ''} />
      ) : (
        <RefusedMessages key={find} find={find} isPaused={tail.isPaused} />
      )}
    </section>
  )
}

function PauseButton({ tail: { isPaused, dispatch } }: { readonly tail: Tail }) {
  const translate = useTranslations('scada.live')
  return (
    <button
      type="button"
      className="button"
      onClick={() => dispatch({ type: isPaused ? 'resume' : 'pause' })}
    >
      {translate(isPaused ? 'resume' : 'pause')}
    </button>
  )
}

/** How many come, or how many wait while the page is paused. */
function Rate({ tail: { isPaused, waiting, perSecond } }: { readonly tail: Tail }) {
  const translate = useTranslations('scada.live')
  const { number } = useFormat()
  return (
    <span className="tail-rate">
      {isPaused
        ? translate('waiting', { count: waiting.length, figure: number(waiting.length) })
        : translate('perSecond', { figure: number(perSecond, perSecond < 10 ? 1 : 0) })}
    </span>
  )
}

interface BodyProps {
  readonly tail: Tail
  readonly isRaw: boolean
  /** Not everything is asked for. */
  readonly isSearch: boolean
}

function TailBody({ tail, isRaw, isSearch }: BodyProps) {
  const translate = useTranslations('scada.live')
  const { number } = useFormat()
  const lines = useDeferredValue(tail.lines)
  if (tail.error && lines.length === 0)
    return <FailureNotice error={tail.error} onRetry={tail.retry} title={translate('failed')} />
  if (tail.isPending && lines.length === 0) return <Skeleton width="100%" height="240px" />
  if (lines.length === 0)
    return (
      <Notice icon="clock" title={translate(isSearch ? 'noneFound' : 'none')}>
        <p>{translate('noneText')}</p>
      </Notice>
    )
  return (
    <>
      <TailTable lines={lines} isRaw={isRaw} />
      {tail.skipped > 0 && (
        <p className="panel-foot">
          {translate('skipped', { count: tail.skipped, figure: number(tail.skipped) })}
        </p>
      )}
    </>
  )
}
