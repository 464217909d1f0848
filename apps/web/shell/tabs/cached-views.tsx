import { CatchBoundary, useRouter } from '@tanstack/react-router'
import {
  Activity,
  createElement,
  memo,
  Suspense,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react'
import { IsAddressedContext } from '#kit/web/screens/navigate-here.ts'
import { isPrinting, watchPrinting } from '#kit/ui/printing.ts'
import { plainPath, screenAt, type RouteTable } from '../../routes/route-table.ts'
import { screenComponent } from '../../routes/screen-component.tsx'
import { ScreenError, ScreenLoading } from '../pages/screen-states.tsx'
import type { View } from './tab-list.ts'
import { dropView, useTabs } from './tab-store.ts'

interface CachedViewsProps {
  /** Path of the view to show. */
  readonly active: string | undefined
  readonly table: RouteTable
  /** What scrolls; every view has its own place in it. */
  readonly scroller: RefObject<HTMLElement | null>
}

/**
 * The screens of all tabs. The active one is shown; the others stay as they are, hidden, with their
 * effects stopped, unless they are not to be cached. A view that is closed or begins again is
 * dropped.
 */
export function CachedViews({ active, table, scroller }: CachedViewsProps) {
  const views = useTabs((state) => state.views)
  useScrollPlaces(scroller, active)
  return views
    .filter((view) => view.path === active || !view.noCache)
    .map((view) => (
      <CachedView
        key={`${view.path} ${view.generation}`}
        view={view}
        table={table}
        isActive={view.path === active}
      />
    ))
}

interface CachedViewProps {
  readonly view: View
  readonly table: RouteTable
  readonly isActive: boolean
}

function CachedView({ view, table, isActive }: CachedViewProps) {
  const [wasShown, setWasShown] = useState(isActive)
  if (isActive && !wasShown) setWasShown(true)
  const screen = screenAt(view.path, table)?.screen
  useEffect(() => () => dropView(view.path), [view.path])
  const isAddressed = useIsAddressed(view.path)
  const content = useMemo(() => screen && createElement(screenComponent(screen)), [screen])
  // Tabs that came back with a reload are drawn when they are first opened.
  if (!wasShown) return null
  return (
    <Activity mode={isActive ? 'visible' : 'hidden'}>
      <div className="view">
        <Suspense fallback={<ScreenLoading />}>
          <Paused isPaused={!isActive}>
            <CatchBoundary getResetKey={() => String(isActive)} errorComponent={ScreenError}>
              <IsAddressedContext value={isAddressed}>{content}</IsAddressedContext>
            </CatchBoundary>
          </Paused>
        </Suspense>
      </div>
    </Activity>
  )
}

/** Whether the address is that of this view, or on the way to it. */
function useIsAddressed(path: string): () => boolean {
  const router = useRouter()
  return useCallback(() => plainPath(router.latestLocation.pathname) === path, [router, path])
}

const never = new Promise<never>(() => {})

/**
 * A hidden screen must not be drawn again: it would read the address of the one that is shown, and
 * lose its own state. React leaves alone what is below a component that waits.
 */
const Paused = memo(function Paused({
  isPaused,
  children,
}: {
  readonly isPaused: boolean
  readonly children: ReactNode
}) {
  if (isPaused) use(never)
  return children
})

/** Brings a view back to where it was scrolled. */
function useScrollPlaces(
  scroller: RefObject<HTMLElement | null>,
  active: string | undefined,
): void {
  const router = useRouter()
  const places = useRef(new Map<string, number>())
  const shown = useRef(active)
  useLayoutEffect(() => {
    shown.current = active
    if (active !== undefined)
      scroller.current?.scrollTo({ top: places.current.get(active) ?? 0, behavior: 'instant' })
  }, [scroller, active])
  // The element is around this component: at the first drawing it is known only after the
  // layout effects.
  useEffect(() => {
    const { current: element } = scroller
    if (element === null) return undefined
    const store = () => {
      if (shown.current !== undefined) places.current.set(shown.current, element.scrollTop)
    }
    let place = 0
    const aroundPrinting = () => {
      if (isPrinting()) place = element.scrollTop
      else element.scrollTo({ top: place, behavior: 'instant' })
    }
    // Asked while it scrolls, the place would have everything laid out once more in each frame.
    const stopNavigating = router.subscribe('onBeforeNavigate', store)
    // Paper is not scrolled, and takes the place away.
    const stopPrinting = watchPrinting(aroundPrinting)
    return () => {
      stopNavigating()
      stopPrinting()
    }
  }, [scroller, router])
}
