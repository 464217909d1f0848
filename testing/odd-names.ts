const repeated = (text: string, length: number) => {
  const units = Array.from({ length }, () => text).join('')
  return [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(units)]
    .map(({ segment }) => segment)
    .reduce((name, segment) => (name.length + segment.length > length ? name : name + segment), '')
}

/** Names in many scripts as long as they may be, and such that want to be more than a name. */
export function oddNames(length: number): Readonly<Record<string, string>> {
  return {
    latin: repeated('Wassertemperaturfühler', length),
    cyrillic: repeated('Температура подшипника ', length).trim(),
    chinese: repeated('冷卻水泵出口溫度', length),
    vietnamese: repeated('Nhiệt độ nước ra '.normalize('NFD'), length).trim(),
    thai: repeated('อุณหภูมิน้ำหล่อเย็น', length),
    arabic: repeated('درجة حرارة الماء ', length).trim(),
    hebrew: repeated('טמפרטורת מים ', length).trim(),
    emoji: repeated('👩🏽‍🔧🏭', length),
    turning: 'pump\u202eexe.7 ok',
    html: '<img src=x onerror="window.ran=1"><script>window.ran=1</script><b class=injected>',
    script: "javascript:window.ran=1//'-window.ran=1-'${window.ran=1}",
    ansi: '\u001b[31mred\u001b[0m\u0007',
  }
}
