import {
  useEffect,
  useId,
  useRef,
  useState,
  type CSSProperties,
  type ReactNode,
  type Ref,
} from 'react'
import { Icon } from '../icon.tsx'
import { fullScreen } from './full-screen.ts'
import './panel.css'

/** What a panel says, in the person's language. */
export interface PanelTexts {
  readonly refresh: string
  readonly collapse: string
  readonly expand: string
  readonly fullScreen: string
  readonly leaveFullScreen: string
  readonly loading: string
}

interface PanelProps {
  readonly title: string
  readonly subTitle?: string
  /** Room around the content, px: above and below it, and beside it. */
  readonly padding?: readonly [vertical: number, horizontal: number]
  /** The content alone, without a head; the title is still its name. */
  readonly simple?: boolean
  /** Something is on its way: the content is covered, and the refresh icon spins. */
  readonly loading?: boolean
  /** Whether it can fill the screen. */
  readonly fullscreen?: boolean
  /** Whether it can be reduced to its head; never offered inside a grid, or in full screen. */
  readonly collapse?: boolean
  /** Whether it lies in a place of a grid, which has a height of its own. */
  readonly isGridItem?: boolean
  /** Absent: nothing to refresh. */
  readonly onRefresh?: () => void
  /** Of the whole panel, px; absent: as high as its content, or as its place in a grid. */
  readonly fixedHeight?: number
  readonly shadow?: 'always' | 'hover' | 'never'
  /** How far it rises under the pointer, px. */
  readonly translateY?: number
  /** Marked with an edge of `activedColor`. */
  readonly isActived?: boolean
  /** A CSS colour. */
  readonly activedColor?: string
  /** px */
  readonly headerHeight?: number
  readonly texts: PanelTexts
  /** Before the panel's own buttons. */
  readonly actions?: ReactNode
  readonly className?: string
  readonly children: ReactNode
}

type PanelStyle = CSSProperties & Readonly<Record<`--panel-${string}`, string>>

function styleOf(props: PanelProps, isOpen: boolean): PanelStyle {
  const { padding = [12, 20], translateY = 0, headerHeight = 48, fixedHeight } = props
  const head = props.simple === true ? 0 : headerHeight
  return {
    '--panel-padding': padding.map((room) => `${room}px`).join(' '),
    '--panel-shift': `${-translateY}px`,
    '--panel-head': `${head}px`,
    '--panel-active': props.activedColor ?? 'var(--accent-mark)',
    ...(fixedHeight !== undefined && isOpen && { height: fixedHeight }),
  }
}

function canBeCollapsed({ collapse, isGridItem }: PanelProps): boolean {
  return collapse === true && isGridItem !== true
}

/** A framed part of a screen with a head, whose buttons refresh, collapse and enlarge it. */
export function Panel({ ref, ...props }: PanelProps & { readonly ref?: Ref<HTMLElement> }) {
  const { title, texts, simple = false, loading = false, shadow = 'always', children } = props
  const id = useId()
  const [isCollapsed, setCollapsed] = useState(false)
  const [isFull, setFull] = useState(false)
  const leave = useRef<(() => void) | null>(null)
  // Whatever takes the panel away gives the page back.
  useEffect(() => () => leave.current?.(), [])
  const isOpen = isFull || !isCollapsed || !canBeCollapsed(props)
  const toggleFull = (panel: HTMLElement) => {
    if (leave.current) leave.current()
    else
      leave.current = fullScreen(panel, () => {
        leave.current = null
        setFull(false)
      })
    setFull(leave.current !== null)
  }
  return (
    <section
      className={`panel box ${props.className ?? ''}`}
      style={styleOf(props, isOpen)}
      aria-labelledby={simple ? undefined : id}
      aria-label={simple ? title : undefined}
      aria-busy={loading}
      data-shadow={shadow}
      data-actived={props.isActived ? '' : undefined}
      data-full={isFull ? '' : undefined}
      data-collapsed={isOpen ? undefined : ''}
      ref={ref}
    >
      {simple ? null : (
        <header className="box-head">
          <h2 id={id}>{title}</h2>
          {props.subTitle === undefined ? null : <span>{props.subTitle}</span>}
          <div className="box-tools">
            {props.actions}
            <PanelTools
              {...props}
              {...{ isCollapsed, isFull, texts }}
              onCollapse={() => setCollapsed(!isCollapsed)}
              onFull={toggleFull}
            />
          </div>
        </header>
      )}
      <div className="box-body" hidden={!isOpen}>
        {children}
      </div>
      {loading && isOpen ? (
        <div className="box-mask" role="status">
          <Icon name="refresh" size={24} />
          <span className="visually-hidden">{texts.loading}</span>
        </div>
      ) : null}
    </section>
  )
}

interface PanelToolsProps extends PanelProps {
  readonly isCollapsed: boolean
  readonly isFull: boolean
  readonly onCollapse: () => void
  readonly onFull: (panel: HTMLElement) => void
}

function PanelTools(props: PanelToolsProps) {
  const { texts, loading, onRefresh, isCollapsed, isFull, onCollapse, onFull } = props
  const canCollapse = canBeCollapsed(props) && !isFull
  return (
    <>
      {onRefresh && (
        <button
          type="button"
          className="icon-button small"
          aria-label={texts.refresh}
          aria-disabled={loading}
          data-spinning={loading ? '' : undefined}
          onClick={() => loading !== true && onRefresh()}
        >
          <Icon name="refresh" />
        </button>
      )}
      {canCollapse && (
        <button
          type="button"
          className="icon-button small"
          aria-label={isCollapsed ? texts.expand : texts.collapse}
          aria-expanded={!isCollapsed}
          onClick={onCollapse}
        >
          <Icon name={isCollapsed ? 'chevron-down' : 'chevron-up'} />
        </button>
      )}
      {props.fullscreen && (
        <button
          type="button"
          className="icon-button small"
          aria-label={isFull ? texts.leaveFullScreen : texts.fullScreen}
          aria-pressed={isFull}
          onClick={({ currentTarget }) => {
            const panel = currentTarget.closest<HTMLElement>('.box')
            if (panel) onFull(panel)
          }}
        >
          <Icon name={isFull ? 'full-screen-off' : 'full-screen'} />
        </button>
      )}
    </>
  )
}
