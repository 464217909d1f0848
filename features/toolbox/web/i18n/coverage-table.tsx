import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { locales, type Locale } from '#kit/model/locale.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { languageNames } from '#kit/web/texts/language.ts'
import {
  coverageByFeature,
  textProblems,
  type CatalogueText,
  type FeatureCoverage,
} from './coverage.ts'

/** How complete each feature is in each language. */
export function CoverageTable({ texts }: { readonly texts: readonly CatalogueText[] }) {
  const translate = useTranslations('toolbox.i18n')
  const rows = useMemo(() => coverageByFeature(texts), [texts])
  return (
    // It is wider than a phone: keys scroll it too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="i18n-coverage" role="group" aria-label={translate('coverage')} tabIndex={0}>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{translate('feature')}</th>
            <th scope="col" className="right">
              {translate('texts')}
            </th>
            {locales.map((locale) => (
              <th key={locale} scope="col">
                {languageNames[locale]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.feature} row={row} />
          ))}
        </tbody>
        <tfoot>
          <Row row={sumOf(rows, translate('all'))} />
        </tfoot>
      </table>
    </div>
  )
}

function Row({ row: { feature, total, counts } }: { readonly row: FeatureCoverage }) {
  const format = useFormat()
  return (
    <tr>
      <th scope="row">{feature}</th>
      <td className="right number">{format.number(total)}</td>
      {locales.map((locale) => (
        <td key={locale}>
          <Share total={total} counts={counts[locale]} />
        </td>
      ))}
    </tr>
  )
}

/** The share of texts that are there, and what is wrong with the others. */
function Share({ total, counts }: { total: number; counts: FeatureCoverage['counts'][Locale] }) {
  const translate = useTranslations('toolbox.i18n')
  const format = useFormat()
  // Never 100 % while one is missing.
  const share = Math.floor(((total - counts.missing) / total) * 100)
  const wrong = textProblems.filter((problem) => counts[problem] > 0)
  return (
    <>
      <b className="number strong">{translate('share', { share: format.number(share) })}</b>
      {wrong.map((problem) => (
        <small key={problem} data-problem={problem}>
          {translate(`counts.${problem}`, { count: counts[problem] })}
        </small>
      ))}
    </>
  )
}

function sumOf(rows: readonly FeatureCoverage[], feature: string): FeatureCoverage {
  const sum = (locale: Locale, problem: (typeof textProblems)[number]) =>
    rows.reduce((all, { counts }) => all + counts[locale][problem], 0)
  const counts = Object.fromEntries(
    locales.map((locale) => [
      locale,
      Object.fromEntries(textProblems.map((problem) => [problem, sum(locale, problem)])),
    ]),
  ) as FeatureCoverage['counts']
  return { feature, counts, total: rows.reduce((all, { total }) => all + total, 0) }
}
