import { Input } from 'antd'
import { useContext, useState } from 'react'
import { useTranslations } from 'use-intl'
import { EditConflict } from '#kit/web/antd/forms/antd-edit-conflict.tsx'
import { CanOpenContext } from '#kit/web/screens/can-open.ts'
import { useFieldErrorText } from '#kit/web/texts/use-field-error-text.ts'
import { maximumTitle, type EditableArticle } from '../../contract/writing-routes.ts'
import { RichText } from '../editor/rich-text.tsx'
import { ArticleActions } from './article-actions.tsx'
import { RulesField, SensorsField } from './links-fields.tsx'
import { useArticleEditing } from './use-article-editing.ts'

interface ArticleFormProps {
  readonly product: string | null
  /** Null: it is a new one. */
  readonly article: EditableArticle | null
}

/** What an article says and what it is the procedure of, saved together as one version. */
export function ArticleForm({ product, article }: ArticleFormProps) {
  const translate = useTranslations('articles.write')
  const textOf = useFieldErrorText()
  const editing = useArticleEditing(article, product)
  const canOpen = useContext(CanOpenContext)
  const [titleId] = useState(() => `article-title-${article?.id ?? 'new'}`)
  const { draft, change, errors, beginning, conflict } = editing
  const problemOf = (field: string) =>
    Object.entries(errors)
      .filter(([path]) => path === field || path.startsWith(`${field}.`))
      .flatMap(([, reasons]) => reasons)
      .slice(0, 1)
      .map((reason) => (
        <p key={reason.code} role="alert" className="article-problem">
          {textOf(reason)}
        </p>
      ))
  return (
    <section className="panel article-form" aria-label={draft.title || translate('untitled')}>
      <ArticleActions editing={editing} product={product} />
      {conflict && (
        <EditConflict
          title={translate('conflict')}
          onTakeTheirs={conflict.takeTheirs}
          onKeepMine={conflict.keepMine}
        />
      )}
      <div className="article-form-body">
        <div className="article-form-text">
          <div className="field">
            <label className="field-label" htmlFor={titleId}>
              {translate('name')}
            </label>
            <Input
              id={titleId}
              size="large"
              maxLength={maximumTitle}
              value={draft.title}
              onChange={({ target }) => change({ title: target.value })}
              {...(errors['title'] ? { status: 'error' as const, 'aria-invalid': true } : {})}
            />
            {problemOf('title')}
          </div>
          <div className="field">
            <span className="field-label" aria-hidden="true">
              {translate('text')}
            </span>
            <RichText
              key={beginning.number}
              initial={beginning.document}
              label={translate('text')}
              onChange={(document) => change({ document })}
            />
            {problemOf('document')}
          </div>
        </div>
        {canOpen('/warroomCharts') && (
          <aside className="article-form-links" aria-label={translate('links')}>
            <h3>{translate('links')}</h3>
            <p>{translate('linksHelp')}</p>
            <SensorsField
              chosen={draft.sensors}
              onChange={(sensors) => change({ sensors })}
              problem={problemOf('sensors')}
            />
            <RulesField
              chosen={draft.rules}
              onChange={(rules) => change({ rules })}
              problem={problemOf('rules')}
            />
          </aside>
        )}
      </div>
    </section>
  )
}
