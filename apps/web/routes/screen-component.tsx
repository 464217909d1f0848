import { lazyComponent } from '#kit/web/screens/lazy-component.tsx'
import type { ScreenRoute } from '#kit/web/screens/manifest.ts'
import { completeTexts } from '#kit/web/texts/language.ts'

interface ScreenComponent {
  (): React.ReactNode
  /** Fetches the screen's code; resolves also when that failed, which the screen then shows. */
  readonly preload: () => Promise<void>
}

const components = new Map<string, ScreenComponent>()

/**
 * The component of a screen, one for each path. Its code, and its texts on demand, are
 * fetched when it is first drawn, or
 * before by `preload`.
 */
export function screenComponent(screen: ScreenRoute): ScreenComponent {
  const cached = components.get(screen.path)
  if (cached) return cached
  const Lazy = lazyComponent<object>(() => loadWithTexts(screen))
  const component = Object.assign(() => <Lazy />, {
    preload: () => Lazy.preload().catch(() => undefined),
  })
  components.set(screen.path, component)
  return component
}

async function loadWithTexts({ load, textsOnDemand = false }: ScreenRoute) {
  const [code] = await Promise.all([load(), textsOnDemand ? completeTexts('all') : undefined])
  return code
}
