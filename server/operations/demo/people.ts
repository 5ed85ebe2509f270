/** The course of a founder's year. */
export type Arc = 'takeoff' | 'steady' | 'pivot' | 'plateau' | 'crunch' | 'comeback'

/** A founder of the sample cohort, and the words for texts about the company. */
export interface SamplePerson {
  readonly first: string
  readonly last: string
  readonly company: string
  readonly product: string
  readonly customer: string
  readonly customers: string
  /** The channel where such customers meet. */
  readonly channel: string
  readonly arc: Arc
}

const table: readonly (readonly [string, string, string, string, string, string, string, Arc])[] = [
  ['Amara', 'Okafor', 'Pantryline', 'inventory planning', 'bakery owner', 'bakery owners', 'the Independent Bakers forum', 'takeoff'],
  ['Jonas', 'Weber', 'Kranfeld', 'crane scheduling', 'site manager', 'site managers', 'the regional builders’ breakfast', 'steady'],
  ['Priya', 'Raman', 'Lumenote', 'lesson feedback', 'music teacher', 'music teachers', 'the Teaching Music newsletter', 'comeback'],
  ['Tomás', 'Herrera', 'Almacén Uno', 'warehouse slotting', 'warehouse lead', 'warehouse leads', 'the logistics operators Slack', 'plateau'],
  ['Hannah', 'Goldberg', 'Briefcase', 'contract intake', 'in-house lawyer', 'in-house lawyers', 'the Legal Ops meetup', 'takeoff'],
  ['Kwame', 'Mensah', 'Agrivane', 'irrigation alerts', 'greenhouse grower', 'greenhouse growers', 'the growers’ association', 'steady'],
  ['Elena', 'Petrova', 'Silverthread', 'repair booking', 'tailor shop', 'tailor shops', 'the slow-fashion podcast', 'crunch'],
  ['Marcus', 'Bell', 'Fieldnote', 'inspection reports', 'home inspector', 'home inspectors', 'the Inspectors United group', 'pivot'],
  ['Yuki', 'Tanaka', 'Komorebi', 'shift handover', 'head nurse', 'head nurses', 'the ward managers’ circle', 'steady'],
  ['Sofia', 'Marchetti', 'Cantina', 'wine club billing', 'small winery', 'small wineries', 'the Unified Wine show', 'comeback'],
  ['Daniel', 'Osei', 'Routewise', 'delivery batching', 'florist', 'florists', 'the Florist Founders group', 'plateau'],
  ['Freya', 'Nielsen', 'Havn', 'marina bookings', 'harbour master', 'harbour masters', 'the Nordic Harbours bulletin', 'takeoff'],
  ['Rafael', 'Costa', 'Maré', 'surf school payments', 'surf school', 'surf schools', 'the coaches’ WhatsApp group', 'crunch'],
  ['Leila', 'Haddad', 'Qalam', 'translation review', 'agency owner', 'translation agencies', 'the localisation meetup', 'steady'],
  ['Owen', 'Gallagher', 'Peatland', 'carbon accounting', 'land agent', 'land agents', 'the Rural Estates letter', 'pivot'],
  ['Ingrid', 'Solberg', 'Fjordskole', 'parent messaging', 'nursery head', 'nursery heads', 'the early-years network', 'takeoff'],
  ['Mateo', 'Vargas', 'Tallerix', 'job estimates', 'garage owner', 'garage owners', 'the independent garages forum', 'comeback'],
  ['Nadia', 'Rahman', 'Stitchlane', 'sample tracking', 'fashion buyer', 'fashion buyers', 'the sourcing fair', 'plateau'],
  ['Callum', 'Fraser', 'Cairn', 'guide scheduling', 'tour operator', 'tour operators', 'the adventure travel summit', 'steady'],
  ['Beatriz', 'Almeida', 'Papel', 'invoice chasing', 'freelance designer', 'freelance designers', 'the Designers’ Guild Discord', 'takeoff'],
  ['Arjun', 'Mehta', 'Voltlane', 'charger uptime', 'fleet manager', 'fleet managers', 'the EV fleet roundtable', 'steady'],
  ['Chloe', 'Dubois', 'Atelier Nord', 'studio bookings', 'pottery studio', 'pottery studios', 'the makers’ newsletter', 'crunch'],
  ['Samuel', 'Adeyemi', 'Clinica', 'referral tracking', 'physiotherapist', 'physiotherapists', 'the private practice forum', 'takeoff'],
  ['Mei', 'Chen', 'Teahouse', 'wholesale ordering', 'café owner', 'café owners', 'the specialty coffee expo', 'comeback'],
  ['Lukas', 'Novak', 'Zubr', 'brewery compliance', 'brewer', 'craft brewers', 'the Brewers’ Table podcast', 'plateau'],
  ['Aisha', 'Diallo', 'Baobab Pay', 'savings circles', 'community organiser', 'community organisers', 'the cooperative network', 'pivot'],
  ['Erik', 'Johansson', 'Nordvakt', 'alarm response', 'property manager', 'property managers', 'the facility managers’ day', 'steady'],
  ['Olivia', 'Grant', 'Greenroom', 'artist advancing', 'venue manager', 'venue managers', 'the Music Venue Trust list', 'takeoff'],
  ['Diego', 'Morales', 'Cosecha', 'harvest logistics', 'avocado exporter', 'avocado exporters', 'the produce marketing show', 'crunch'],
  ['Zara', 'Siddiqui', 'Mosaic Care', 'carer rostering', 'care agency', 'care agencies', 'the home care alliance', 'steady'],
  ['Ben', 'Whitaker', 'Slate & Co', 'roofing quotes', 'roofer', 'roofers', 'the trade counter at dawn', 'comeback'],
  ['Anneke', 'de Vries', 'Fietsklaar', 'bike service plans', 'bike shop', 'bike shops', 'the dealers’ open house', 'takeoff'],
  ['Hugo', 'Laurent', 'Mise', 'kitchen prep lists', 'head chef', 'head chefs', 'the chefs’ Instagram circle', 'plateau'],
  ['Grace', 'Kim', 'Tutorly', 'homework review', 'tutoring centre', 'tutoring centres', 'the after-school alliance', 'steady'],
  ['Viktor', 'Horvath', 'Danubia', 'freight documents', 'freight forwarder', 'freight forwarders', 'the forwarders’ LinkedIn group', 'pivot'],
  ['Ruth', 'Abebe', 'Kebele', 'clinic stock', 'pharmacy manager', 'pharmacy managers', 'the clinic partners’ call', 'takeoff'],
  ['Noah', 'Schwartz', 'Ballast', 'crew payroll', 'charter captain', 'charter captains', 'the captains’ mess', 'crunch'],
  ['Camila', 'Rojas', 'Andina', 'textile traceability', 'knitwear brand', 'knitwear brands', 'the fair-trade showcase', 'steady'],
  ['Isaac', 'Levy', 'Plotline', 'manuscript tracking', 'small publisher', 'small publishers', 'the indie press fair', 'comeback'],
  ['Tessa', 'Moore', 'Pawprint', 'vet follow-ups', 'veterinary practice', 'veterinary practices', 'the practice managers’ group', 'takeoff'],
  ['Rohan', 'Kapoor', 'Gridlock', 'permit tracking', 'solar installer', 'solar installers', 'the installers’ subreddit', 'steady'],
  ['Simone', 'Baptiste', 'Calypso', 'event staffing', 'wedding planner', 'wedding planners', 'the planners’ supper club', 'plateau'],
  ['Felix', 'Braun', 'Werkbank', 'tool lending', 'makerspace', 'makerspaces', 'the makerspace congress', 'pivot'],
  ['Noor', 'Al-Sayed', 'Sanad', 'grant reporting', 'non-profit director', 'non-profit directors', 'the funders’ forum', 'steady'],
  ['Jack', 'Sullivan', 'Tidegate', 'oyster farm logs', 'oyster farmer', 'oyster farmers', 'the shellfish growers’ meeting', 'comeback'],
  ['Paula', 'Jimenez', 'Claridad', 'therapy intake', 'therapist', 'group practices', 'the clinicians’ collective', 'takeoff'],
  ['Thabo', 'Nkosi', 'Jozi Rides', 'school transport', 'school bursar', 'school bursars', 'the bursars’ conference', 'crunch'],
  ['Maja', 'Kowalska', 'Ziarno', 'grain quality', 'miller', 'millers', 'the millers’ quarterly', 'steady'],
  ['Adrian', 'Popescu', 'Carpat', 'trail permits', 'park ranger office', 'park offices', 'the parks network', 'plateau'],
  ['Emily', 'Hart', 'Hearthside', 'chimney safety', 'chimney sweep', 'chimney sweeps', 'the sweeps’ guild', 'takeoff'],
  ['Minh', 'Tran', 'Bánh Labs', 'franchise audits', 'franchise owner', 'franchise owners', 'the franchise expo', 'steady'],
  ['Catarina', 'Silva', 'Azulejo', 'renovation budgets', 'architect', 'architects', 'the architects’ Friday call', 'comeback'],
  ['George', 'Papadakis', 'Meltemi', 'yacht maintenance', 'yacht manager', 'yacht managers', 'the charter show', 'crunch'],
  ['Ada', 'Lindgren', 'Klartext', 'policy summaries', 'compliance officer', 'compliance officers', 'the compliance breakfast', 'takeoff'],
  ['Dev', 'Patel', 'Quorum', 'board packs', 'company secretary', 'company secretaries', 'the governance institute', 'steady'],
  ['Lucia', 'Ferri', 'Orto', 'vegetable boxes', 'market gardener', 'market gardeners', 'the growers’ co-op', 'plateau'],
  ['Kofi', 'Asante', 'Harmattan', 'solar leasing', 'shop owner', 'shop owners', 'the traders’ association', 'pivot'],
  ['Sarah', 'Cohen', 'Tallyroom', 'vote logistics', 'union organiser', 'union organisers', 'the organisers’ school', 'steady'],
  ['Rin', 'Watanabe', 'Origami Fit', 'class waitlists', 'yoga studio', 'yoga studios', 'the studio owners’ circle', 'comeback'],
] // prettier-ignore

/** Everyone but the founder to sign in as, whose year is written by hand. */
export const people: readonly SamplePerson[] = table.map(
  ([first, last, company, product, customer, customers, channel, arc]) => ({
    first,
    last,
    company,
    product,
    customer,
    customers,
    channel,
    arc,
  }),
)
