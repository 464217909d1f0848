import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import type { PageDialogs } from '../use-page-dialogs.tsx'
import './blank-pages.css'

/** Nobody has built a page yet: what one is, and the way to the first. */
export function BlankPages({ dialogs }: { readonly dialogs: PageDialogs }) {
  const translate = useTranslations('pages')
  return (
    <div className="blank-pages">
      <PageIllustration />
      <h2>{translate('blank.title')}</h2>
      <p>{translate('blank.text')}</p>
      <div>
        <button type="button" className="button primary" onClick={dialogs.add}>
          <Icon name="plus" />
          {translate('drawer.add')}
        </button>
        <button type="button" className="button" onClick={dialogs.openBin}>
          <Icon name="trash" />
          {translate('drawer.bin')}
        </button>
      </div>
    </div>
  )
}

/** A page with areas and widgets, as a drawing. */
export function PageIllustration() {
  return (
    <svg className="pages-sketch" viewBox="0 0 240 140" width="240" height="140" aria-hidden="true">
      <rect x="1" y="1" width="238" height="138" rx="6" strokeDasharray="4 4" />
      <g className="sketch-widgets">
        <rect x="14" y="14" width="112" height="64" rx="4" />
        <rect x="136" y="14" width="90" height="64" rx="4" />
        <rect x="14" y="88" width="66" height="38" rx="4" />
        <rect x="90" y="88" width="136" height="38" rx="4" />
      </g>
      <path className="sketch-rails" d="M26 66h88M148 66h66M26 116h42" />
      <path d="M26 48l14-8 12 6 16-14 14 9 16-5 14 4" />
      <path d="M102 114l16-9 16 5 20-14 18 8 20-6 20 5" />
    </svg>
  )
}
