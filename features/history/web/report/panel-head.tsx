import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Icon, type IconName } from '#kit/ui/icon.tsx'
import './panel-head.css'

/** The last reading of what is shown, written with its unit, and when it was. */
export interface LastShown {
  readonly value: string
  readonly time: string
  readonly isUncertain: boolean
  /** Whether the chart reaches to the present, so that no later reading can be missing. */
  readonly isNewest: boolean
}

interface PanelHeadProps {
  readonly title: string
  readonly note: string
  /** Last reading of what is shown; null when there is none. */
  readonly current: LastShown | null
  readonly isLoading: boolean
  readonly isFullScreen: boolean
  readonly isTable: boolean
  /** Whether there is a curve to zoom and to write as a table. */
  readonly hasCurve: boolean
  readonly isZoomed: boolean
  readonly onRefresh: () => void
  readonly onFullScreen: () => void
  /** Null where there is no table. */
  readonly onTable: (() => void) | null
  readonly onZoom: (factor: number) => void
  readonly onBack: () => void
  /** Further tools. */
  readonly children?: ReactNode
}

/** Title, current figure and tools of the chart. */
export function PanelHead(props: PanelHeadProps) {
  const { title, note, current, isLoading, isFullScreen, isTable, hasCurve, isZoomed } = props
  const translate = useTranslations('history.chart')
  const quality = useTranslations('history.statistics')
  const when =
    current && translate(current.isNewest ? 'lastIn' : 'lastShown', { time: current.time })
  return (
    <div className="panel-head">
      <h2 className="clip" title={title}>
        {title}
      </h2>
      <span className="panel-note">{note}</span>
      {current !== null && (
        <span className="history-current">
          <b className="number">{current.value}</b> <small title={when ?? undefined}>{when}</small>
          {current.isUncertain && <small className="tag">{quality('uncertain')}</small>}
        </span>
      )}
      <div className="panel-actions">
        {isZoomed && <Tool icon="undo" label={translate('zoomBack')} onClick={props.onBack} />}
        {hasCurve && !isTable && (
          <>
            <Tool icon="plus" label={translate('zoomIn')} onClick={() => props.onZoom(0.5)} />
            <Tool
              icon="zoom-out"
              label={translate('zoomOut')}
              isDisabled={!isZoomed}
              onClick={() => props.onZoom(2)}
            />
          </>
        )}
        {hasCurve && props.onTable && (
          <Tool
            icon={isTable ? 'chart' : 'counter'}
            label={translate(isTable ? 'asChart' : 'asTable')}
            onClick={props.onTable}
          />
        )}
        {props.children}
        <Tool
          icon="refresh"
          label={translate('refresh')}
          isBusy={isLoading}
          onClick={props.onRefresh}
        />
        <Tool
          icon="full-screen"
          label={translate(isFullScreen ? 'leaveFullScreen' : 'fullScreen')}
          onClick={props.onFullScreen}
        />
      </div>
    </div>
  )
}

interface ToolProps {
  readonly icon: IconName
  readonly label: string
  readonly isBusy?: boolean
  readonly isDisabled?: boolean
  readonly onClick: () => void
}

function Tool({ icon, label, isBusy = false, isDisabled = false, onClick }: ToolProps) {
  return (
    <button
      type="button"
      className="icon-button small"
      title={label}
      aria-label={label}
      aria-busy={isBusy}
      disabled={isDisabled}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  )
}
