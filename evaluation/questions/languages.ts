import { money, months, number, speaksEnglish } from '../facts.ts'
import type { Cohort } from '../founders/cohort.ts'
import { openGoals, runwayOf, total } from '../founders/sums.ts'
import { collect } from './asked.ts'

export const languageQuestions = (cohort: Cohort) =>
  collect('other languages', (of) => {
    const { growing, trouble } = cohort
    const ask = of('growing')
    ask(['Wie viele Demos haben wir insgesamt gemacht?', '¿Cuántas demos hemos hecho en total?', 'Combien de démos avons-nous faites au total ?', 'demos gesamt?'], [number(total(growing, 'demos')), speaksEnglish])
    const { runway } = growing
    if (runway) {
      const { bank_balance, monthly_revenue, monthly_burn } = runway
      ask(['Wie lange reicht unser Geld noch?', '¿Cuántos meses de runway nos quedan?', 'Combien de mois de trésorerie nous reste-t-il ?'], [months(runwayOf(bank_balance, monthly_revenue, monthly_burn)), speaksEnglish])
      ask(['Wie viel Geld ist auf dem Konto?', '¿Cuánto dinero tenemos en el banco?', "Combien d'argent avons-nous en banque ?"], [money(bank_balance), speaksEnglish])
    }
    ask(['Wie viele Ziele sind noch offen?', '¿Cuántos objetivos tengo abiertos?', "Combien d'objectifs sont encore ouverts ?"], [number(openGoals(growing).length), speaksEnglish])
    ask(['Wie viel ist 17 * 23?', 'Combien font 17 * 23 ?'], [number(391), speaksEnglish])
    ask(['Wie viele Nachrichten haben wir verschickt?', '¿cuantos mensajes enviamos en total?'], [number(total(growing, 'messages')), speaksEnglish])
    const poor = trouble.runway
    if (poor) of('trouble')(['wie lang ist die Runway', 'hasta cuando nos alcanza el dinero, en meses', 'il reste combien de mois de cash'], [months(runwayOf(poor.bank_balance, poor.monthly_revenue, poor.monthly_burn)), speaksEnglish])
  }) // prettier-ignore
