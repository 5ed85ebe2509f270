/** A text, a search that finds it or not, and what is marked. */
export interface WordExample {
  readonly text: string
  readonly search: string
  /** The words of the search. */
  readonly words: readonly string[]
  /** The marked part of the text; empty when the search does not find it. */
  readonly marked: readonly string[]
}

const found = (text: string, search: string, words: string, ...marked: string[]): WordExample => ({
  text,
  search,
  words: words.split(' ').filter(Boolean),
  marked,
})

/** Texts and searches that readers take for the same. The database's search and the web app's marking are tested with each. */
export const wordExamples: readonly WordExample[] = [
  // Case and accents.
  found('Café prices, caféine', 'CAFE', 'cafe', 'Café', 'caféine'),
  found('Cafe\u0301 prices', 'café', 'cafe', 'Cafe\u0301'),
  found('Ёлкин и Иван', 'елкин', 'елкин', 'Ёлкин'),
  // Letters that do not decompose.
  found('With Søren in Lund', 'soren', 'soren', 'Søren'),
  found('Straße, STRAẞE', 'strasse', 'strasse', 'Straße', 'STRAẞE'),
  found('Strasse', 'straße', 'strasse', 'Strasse'),
  found('By Æsop', 'aesop', 'aesop', 'Æsop'),
  found('Łódź is far', 'lodz', 'lodz', 'Łódź'),
  found('Þórr', 'thor', 'thor', 'Þórr'),
  found('Ængström, œuvre', 'oeuvre aeng', 'oeuvre aeng', 'Ængström', 'œuvre'),
  found('Đào ở Hà Nội', 'dao ha noi', 'dao ha noi', 'Đào', 'Hà', 'Nội'),
  // The Turkish letters i, with and without a dot.
  found('İstanbul, ISPARTA, ılık', 'istanbul', 'istanbul', 'İstanbul'),
  found('İstanbul, ISPARTA, ılık', 'ısparta', 'isparta', 'ISPARTA'),
  found('İstanbul, ISPARTA, ılık', 'ILIK', 'ilik', 'ılık'),
  // Greek final sigma.
  found('Ο Οδυσσεύς', 'ΟΔΥΣΣΕΥΣ', 'οδυσσευσ', 'Οδυσσεύς'),
  found('ΟΔΥΣΣΕΥΣ', 'οδυσσεύς', 'οδυσσευσ', 'ΟΔΥΣΣΕΥΣ'),
  found('Ο Οδυσσεύς', 'οδυσσ', 'οδυσσ', 'Οδυσσεύς'),
  // Width, ligatures, subscripts and superscripts, fractions.
  found('Ｇｒｏｗｔｈ plan', 'growth', 'growth', 'Ｇｒｏｗｔｈ'),
  found('growth plan', 'ｇｒｏｗ', 'grow', 'growth'),
  found('The ﬁnal oﬃce', 'final office', 'final office', 'ﬁnal', 'oﬃce'),
  found('Less CO₂ per m²', 'co2', 'co2', 'CO₂'),
  found('Less CO₂ per m²', 'm2', 'm2', 'm²'),
  found('Acme™ and №5', 'acme no5', 'acme no5', 'Acme™', '№5'),
  // Invisible characters.
  found('inter\u00adnational', 'international', 'international', 'inter\u00adnational'),
  found('zero\u200bwidth\ufeff here', 'zerowidth here', 'zerowidth here', 'zero\u200bwidth', 'here'),
  found('می\u200cخواهم', 'میخواهم', '\u0645\u064a\u062e\u0648\u0627\u0647\u0645', 'می\u200cخواهم'),
  // Arabic: vowel marks, tatweel, hamza, alef maqsura, teh marbuta, digits.
  found('قال مُحَمَّد', 'محمد', 'محمد', 'مُحَمَّد'),
  found('قال محمد', 'مُحَمَّدٌ', 'محمد', 'محمد'),
  found('أحمد وإيمان وآمال', 'احمد', 'احمد', 'أحمد'),
  found('احمد', 'أحمد', 'احمد', 'احمد'),
  found('إلى', 'الي', '\u0627\u0644\u064a', 'إلى'),
  found('شركة كبيرة', 'شركه', 'شركه', 'شركة'),
  found('مـــدير', 'مدير', 'مدير', 'مـــدير'),
  found('بعنا ١٢٣', '123', '123', '١٢٣'),
  // Hebrew: vowel marks, gershayim and maqaf.
  found('שָׁלוֹם לכם', 'שלום', 'שלום', 'שָׁלוֹם'),
  found('של צה״ל', 'צהל', 'צהל', 'צה״ל'),
  found('בית־ספר', 'ספר', 'ספר', 'ספר'),
  // Hindi and Thai vowels are no accents.
  found('कुल आय', 'कल', 'कल'),
  found('कुल आय', 'कुल', 'कुल', 'कुल'),
  // Chinese, Japanese, Korean and Thai: anywhere.
  found('東京で顧客インタビュー', '顧客', '_顧客', '顧客'),
  found('東京で顧客インタビュー', '東京で顧客インタビュー', '_東京で顧客インタビュー', '東京で顧客インタビュー'),
  found('東京で顧客インタビュー', 'インタビュー', '_インタビュー', 'インタビュー'),
  found('東京で顧客インタビュー', '客', '_客', '客'),
  found('東京で顧客インタビュー', 'ー', '_ー', 'ー'),
  found('東京で顧客インタビュー', '大阪', '_大阪'),
  found('新しい顧客、人々の声', '人々', '_人々', '人々'),
  found('ｲﾝﾀﾋﾞｭｰ', 'インタビュー', '_インタビュー', 'ｲﾝﾀﾋﾞｭｰ'),
  found('が', 'か', '_か'),
  found('AIで顧客を3月に', 'ai 顧客 3月', 'ai _顧客 3 _月', 'AI', '顧客', '3', '月'),
  found('我们的客户满意度很高', '满意', '_满意', '满意'),
  found('신규고객은 만족', '고객', '_고객', '고객'),
  found('\u1109\u1175\u11ab\u1100\u1172', '신규', '_신규', '\u1109\u1175\u11ab\u1100\u1172'),
  found('เราพบลูกค้าใหม่', 'ลูกค้า', '_ลูกค้า', 'ลูกค้า'),
  // Apostrophes, hyphens and digit groups: together and in parts.
  found("Miles O'Brien", 'obrien', 'obrien', "O'Brien"),
  found('Miles O’Brien’s', 'obrien', 'obrien', 'O’Brien’s'),
  found('Miles O´Brien', "o'brien", 'o-brien', 'O´Brien'),
  found("Miles O'Brien", 'brien', 'brien', 'Brien'),
  found("Miles O'Brien", 'o brien', 'o brien', 'O', 'Brien'),
  found('Miles OBrien', "O'Brien", 'o-brien', 'OBrien'),
  found('A T-shirt, the team', 'tshirt', 'tshirt', 'T-shirt'),
  found('A T-shirt, the team', 't-shirt', 't-shirt', 'T-shirt'),
  found('A T\u2011shirt', 't\u00adshirt', 'tshirt', 'T\u2011shirt'),
  found('Our emails', 'e-mail', 'e-mail', 'emails'),
  found('A shirt for a tailor', 't-shirt', 't-shirt', 'shirt', 'tailor'),
  found('A shirt', 't-shirt', 't-shirt'),
  found('An open-source-tool', 'opensource', 'opensource', 'open-source-tool'),
  found('An open-source-tool', 'tool', 'tool', 'tool'),
  found('Ours--theirs - both', 'ourstheirs', 'ourstheirs'),
  found('1,000 users of 1,234,567', '1000', '1000', '1,000'),
  found('1,000 users of 1,234,567', '1234567', '1234567', '1,234,567'),
  found('1000 users', '1,000', '1-000', '1000'),
  found('1’000 Franken', '1000', '1000', '1’000'),
  found('A growth of 1,5', '15', '15'),
  found('A growth of 1,5', '1,5', '1 5', '1', '5'),
  found('In 1.000 ways', '1000', '1000'),
  found('Costs €100', '100', '100', '100'),
  // Beginnings of words, not their ends.
  found('Log a decision', 'dec', 'dec', 'decision'),
  found('Log a decision', 'cision', 'cision'),
]

/** English plurals and singulars that are no beginning of the other: whole words of texts, not names. */
export const wordForms: readonly WordExample[] = [
  found('Log a decision', 'decisions', 'decisions', 'decision'),
  found('Two bakeries, a bakery', 'bakery', 'bakery', 'bakeries', 'bakery'),
  found('One bakery, one baker', 'BAKERIES', 'bakeries', 'bakery'),
  found('The boxer has a box', 'boxes', 'boxes', 'box'),
  found('A class, a course', 'classes courses', 'classes courses', 'class', 'course'),
  found('A co-founder-story', 'stories', 'stories', 'story'),
  found('A bakeriesque shop, a decisionmaker', 'bakery', 'bakery'),
  found('A decisionmaker', 'decisions', 'decisions'),
  found('A new office', 'news', 'news'),
  found('Our mission', 'missis', 'missis'),
]
