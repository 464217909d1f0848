import { Link } from '@tanstack/react-router'
import { useContext, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { CanOpenContext } from '#kit/web/screens/can-open.ts'
import type { GuidePage } from './guide-pages.ts'
import { GuidePicture } from './guide-picture.tsx'
import './guide-article.css'

interface GuideArticleProps {
  readonly page: GuidePage
  /** Ways out of it, below. */
  readonly children?: ReactNode
}

/** One page of the guide as it is read. */
export function GuideArticle({ page, children }: GuideArticleProps) {
  const { id, title, intro, points, sections = [], picture } = page
  return (
    <article className="guide-article">
      <h2>{title}</h2>
      <p>{intro}</p>
      {picture !== null && <GuidePicture key={id} page={id} description={picture} />}
      <Points points={points} />
      {sections.map((section) => (
        <section key={section.title}>
          <h3>{section.title}</h3>
          <Points points={section.points} />
        </section>
      ))}
      {children}
    </article>
  )
}

function Points({ points }: { readonly points: readonly string[] }) {
  return (
    <ul>
      {points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  )
}

/** Leads to the screen that a page is about, for whoever may open it. */
export function OpenScreen({ path }: { readonly path: string }) {
  const translate = useTranslations('toolbox.documentation')
  const canOpen = useContext(CanOpenContext)
  if (!canOpen(path)) return null
  return (
    <Link to={path} className="button">
      {translate('open')}
      <Icon name="chevron-right" />
    </Link>
  )
}
