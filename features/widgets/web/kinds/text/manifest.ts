import { defineKind, noOptions } from '../../define-kind.tsx'
import type texts from './texts/en.json'

declare module '../../kind-texts.ts' {
  interface KindTexts {
    text: typeof texts
  }
}

export default defineKind({
  id: 'text',
  title: 'widgets.kinds.text.title',
  accepts: ['string'],
  usualFor: ['string'],
  defaultSize: 'medium',
  gridSizes: {
    small: { width: 2, height: 2 },
    medium: { width: 3, height: 3 },
    big: { width: 4, height: 4 },
  },
  options: noOptions,
  load: () => import('./text-view.tsx'),
})
