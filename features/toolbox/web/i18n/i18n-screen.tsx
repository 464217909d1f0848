import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { locales, type Locale } from '#kit/model/locale.ts'
import { Skeleton } from '#kit/ui/skeleton.tsx'
import { optionalChoice, pageField, pageSizeField, textField } from '#kit/web/address/address.ts'
import { useListAddress } from '#kit/web/address/use-list-address.ts'
import { AntdProvider } from '#kit/web/antd/theme/antd-provider.tsx'
import { ListFilters } from '#kit/web/antd/fields/antd-list-filters.tsx'
import { RecordPages } from '#kit/web/antd/antd-table.tsx'
import { fetchedOnce } from '#kit/web/calls/query-of.ts'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import { loadCatalogue } from '#kit/web/texts/language.ts'
import { catalogueTexts, findTexts, textProblems, type CatalogueText } from './coverage.ts'
import { CoverageTable } from './coverage-table.tsx'
import { TextList } from './text-list.tsx'
import './i18n.css'

/** `/i18n`: how complete the texts of the four languages are, from the catalogues themselves. */
export default function I18nScreen() {
  const catalogues = useQuery({
    queryKey: ['catalogues'],
    queryFn: loadCatalogues,
    ...fetchedOnce,
    meta: { quiet: true },
  })
  return (
    <AntdProvider>
      {catalogues.data ? (
        <Translations catalogues={catalogues.data} />
      ) : (
        <section className="panel">
          {catalogues.isError ? (
            <FailureNotice error={catalogues.error} onRetry={() => void catalogues.refetch()} />
          ) : (
            <Skeleton width="100%" height="320px" />
          )}
        </section>
      )}
    </AntdProvider>
  )
}

type Catalogues = Parameters<typeof catalogueTexts>[0]

async function loadCatalogues(): Promise<Catalogues> {
  const loaded = await Promise.all(
    locales.map(async (locale) => [locale, await loadCatalogue(locale)] as const),
  )
  return Object.fromEntries(loaded) as Record<Locale, Catalogues[Locale]>
}

function Translations({ catalogues }: { readonly catalogues: Catalogues }) {
  const translate = useTranslations('toolbox.i18n')
  const texts = useMemo(() => catalogueTexts(catalogues), [catalogues])
  return (
    <div className="i18n">
      <section className="panel" aria-labelledby="coverage-title">
        <header className="panel-head">
          <h2 id="coverage-title">{translate('coverage')}</h2>
          <span className="panel-note">{translate('total', { count: texts.length })}</span>
        </header>
        <CoverageTable texts={texts} />
      </section>
      <Found texts={texts} />
    </div>
  )
}

const addressFields = {
  search: textField(100),
  problem: optionalChoice(textProblems),
  page: pageField,
  limit: pageSizeField(20),
}

function Found({ texts }: { readonly texts: readonly CatalogueText[] }) {
  const translate = useTranslations('toolbox.i18n')
  const [address, change] = useListAddress('/i18n', addressFields)
  const { search, problem, page, limit } = address
  const found = useMemo(() => findTexts(texts, { search, problem }), [texts, search, problem])
  const counts = useMemo(() => countsOf(texts, search), [texts, search])
  return (
    <section className="panel i18n-texts" aria-labelledby="i18n-texts-title">
      <header className="panel-head i18n-head">
        <h2 id="i18n-texts-title">{translate('texts')}</h2>
        <ListFilters
          className="i18n-filters"
          text={search}
          searchLabel={translate('search')}
          onSearch={(text) => change({ search: text }, { replace: true })}
          states={textProblems}
          statesLabel={translate('problem')}
          nameOf={(state) => translate(`problems.${state}`)}
          chosen={problem}
          counts={counts}
          onState={(state) => change({ problem: state })}
        />
      </header>
      <TextList texts={found.slice((page - 1) * limit, page * limit)} />
      <RecordPages page={page} limit={limit} total={found.length} onChange={change} />
    </section>
  )
}

/** How many of the texts that were searched for there are, and with each problem. */
function countsOf(texts: readonly CatalogueText[], search: string) {
  const count = (problem: Parameters<typeof findTexts>[1]['problem']) =>
    findTexts(texts, { search, problem }).length
  return {
    all: count(null),
    missing: count('missing'),
    same: count('same'),
    placeholders: count('placeholders'),
  }
}
