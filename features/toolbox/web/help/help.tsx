import { CatchBoundary } from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazyComponent } from '#kit/web/screens/lazy-component.tsx'
import { firstPage, helpPageOf } from './help-pages.ts'
import { useHelp } from './help-state.ts'

const HelpPanel = lazyComponent(() => import('./help-panel.tsx'))

/** Beside the screen at `path`, while it is open: the page of the guide about it. */
export function Help({ path }: { readonly path: string }) {
  const isOpen = useHelp((state) => state.isOpen)
  if (!isOpen) return null
  return (
    <CatchBoundary getResetKey={() => path} errorComponent={() => null}>
      <Suspense fallback={null}>
        <HelpPanel page={helpPageOf(path) ?? firstPage} />
      </Suspense>
    </CatchBoundary>
  )
}
