import type { NoticeTexts } from './notice-texts.types';

export const GERMAN: NoticeTexts = {
  many: (count) => `${count} Hinweise zu Ihren Formularen`,
  over: 'Vorbei',
  account: (name) => `Konto ${name}`,
  seeAll: 'Ansehen, was Aufmerksamkeit braucht',
  reason:
    'Sie erhalten diese E-Mail, weil Ihre Adresse die eines Formulars oder seines Kontos ist. Die Einstellungen eines Formulars können diese E-Mails abschalten.',
  kinds: {
    origin_refused: {
      title: 'Besucher einer Website werden abgewiesen',
      says: ({ list, visitors }) =>
        `Besucher aus mindestens ${visitors} Netzen konnten an einem Tag nichts senden. Die Herkunft ihrer Seiten ist für das Formular nicht erlaubt: ${list}.`,
      remedy: ({ hasNullOrigin }) =>
        `Ist das Ihre Seite, tragen Sie ihre Herkunft bei den erlaubten Websites des Formulars ein.${hasNullOrigin ? ' Eine Seite mit der Herkunft „null“ verbirgt sie: Lassen Sie die Seite Referrer-Policy: strict-origin-when-cross-origin senden, und öffnen Sie sie nicht als Datei oder in einer Sandbox.' : ''}`,
    },
    quota_near: {
      title: 'Ein Kontingent ist fast verbraucht',
      says: ({ isOfFiles, limit }) =>
        isOfFiles
          ? `Mehr als 80 Prozent des Platzes für Dateien sind belegt (${limit} Bytes).`
          : `Mehr als 80 Prozent der ${limit} Einsendungen dieses Monats sind eingegangen.`,
      remedy: ({ isOfFiles }) =>
        isOfFiles
          ? 'Löschen Sie Einsendungen mit großen Dateien, oder erhöhen Sie die Grenze.'
          : 'Bitten Sie den Betreiber um einen größeren Tarif, bevor das Formular bis zum nächsten Monat nichts mehr annimmt.',
    },
    quota_reached: {
      title: 'Ein Kontingent ist verbraucht',
      says: ({ isOfFiles, limit }) =>
        isOfFiles
          ? `Der Platz für Dateien ist voll (${limit} Bytes): Einsendungen mit Dateien werden abgewiesen.`
          : `Alle ${limit} Einsendungen dieses Monats sind eingegangen: Weitere werden abgewiesen.`,
      remedy: ({ isOfFiles }) =>
        isOfFiles
          ? 'Löschen Sie Einsendungen mit großen Dateien, oder erhöhen Sie die Grenze.'
          : 'Bitten Sie den Betreiber um einen größeren Tarif, oder warten Sie auf den nächsten Monat.',
    },
    channel_disabled: {
      title: 'Ein Kanal wurde abgeschaltet',
      says: ({ list }) => `Der Empfänger ist weg oder seit fünf Tagen gestört, daher wird nichts mehr an ihn gesendet: ${list}.`,
      remedy: () =>
        'Berichtigen Sie die Adresse im Workflow und veröffentlichen Sie ihn, das schaltet den Kanal wieder ein. Senden Sie dann noch einmal, was gescheitert ist.',
    },
    deliveries_failing: {
      title: 'Zustellungen scheitern',
      says: ({ list }) => `Die letzten drei Zustellungen sind endgültig gescheitert: ${list}.`,
      remedy: () =>
        'Sehen Sie die Gründe an, berichtigen Sie die Adresse oder den Empfänger, und senden Sie noch einmal, was gescheitert ist.',
    },
    held_for_a_while: {
      title: 'Einsendungen warten in der Quarantäne',
      says: ({ count, day }) =>
        `Einsendungen sehen nach Spam aus, und niemand hat sie angesehen: ${count}. Ab dem ${day} werden sie gelöscht.`,
      remedy: () => 'Sehen Sie die Quarantäne durch, und geben Sie frei, was kein Spam ist.',
    },
    import_will_be_deleted: {
      title: 'Importierte Einsendungen werden gelöscht',
      says: ({ day }) =>
        `Zeilen eines Imports sind älter als die Aufbewahrungszeit des Formulars, die sie ${day ? `ab dem ${day}` : 'innerhalb einer Stunde'} löscht.`,
      remedy: () => 'Verlängern Sie die Aufbewahrungszeit des Formulars, und importieren Sie die Datei dann noch einmal.',
    },
    values_dropped: {
      title: 'Werte wurden nicht gespeichert',
      says: ({ list }) =>
        `Eine Seite sendet mehr oder längere Werte ohne Feld, als eine Einsendung behält. Nicht gespeichert wurden: ${list}.`,
      remedy: () => 'Legen Sie Felder mit diesen Namen an, deren Werte ganz bleiben, oder lassen Sie die Seite sie nicht senden.',
    },
    unmatched_names: {
      title: 'Eine Seite sendet Namen, die kein Feld hat',
      says: ({ list }) => `Viele Besucher haben Werte unter Namen gesendet, die kein Feld des Formulars hat: ${list}.`,
      remedy: () =>
        'Legen Sie ein Feld an, lassen Sie die Seite den Namen eines Feldes senden, oder setzen Sie den Namen auf intake.ignored_names.',
    },
    closed_by_date: {
      title: 'Besucher kommen zu einem geschlossenen Formular',
      says: ({ visitors, day }) =>
        `Das Formular ist seit dem ${day} geschlossen, und Besucher aus mindestens ${visitors} Netzen wollten an einem Tag senden.`,
      remedy: () => 'Setzen Sie ein späteres Ende, nehmen Sie das Formular von der Seite, oder schalten Sie es ab.',
    },
    account_suspended: {
      title: 'Das Konto ist gesperrt',
      says: () => 'Der Betreiber hat das Konto gesperrt: Seine Formulare nehmen nichts an, und seine Workflows warten.',
      remedy: () => 'Fragen Sie den Betreiber.',
    },
    points_used_up: {
      title: 'Die Rechenpunkte sind verbraucht',
      says: ({ day }) => `Workflows warten auf Rechenpunkte. Die am längsten warten, scheitern am ${day}.`,
      remedy: () => 'Bitten Sie den Betreiber um Punkte, oder warten Sie auf die des nächsten Monats.',
    },
    key_ends: {
      title: 'Ein API-Schlüssel endet bald',
      says: ({ list }) => `Diese API-Schlüssel enden innerhalb von 14 Tagen: ${list}.`,
      remedy: () =>
        'Legen Sie einen neuen Schlüssel an, geben Sie ihn den Programmen, die den alten benutzen, und widerrufen Sie den alten.',
    },
  },
};

export const FRENCH: NoticeTexts = {
  many: (count) => `${count} avis sur vos formulaires`,
  over: 'Terminé',
  account: (name) => `Compte ${name}`,
  seeAll: 'Voir ce qui demande votre attention',
  reason:
    'Vous recevez cet e-mail parce que votre adresse est celle d’un formulaire ou de son compte. Les réglages d’un formulaire peuvent arrêter ces e-mails.',
  kinds: {
    origin_refused: {
      title: 'Les visiteurs d’un site sont refusés',
      says: ({ list, visitors }) =>
        `Des visiteurs d’au moins ${visitors} réseaux n’ont rien pu envoyer en un jour. L’origine de leurs pages n’est pas autorisée pour le formulaire : ${list}.`,
      remedy: ({ hasNullOrigin }) =>
        `Si c’est votre page, ajoutez son origine aux origines autorisées du formulaire.${hasNullOrigin ? ' Une page dont l’origine est « null » la cache : faites-lui envoyer Referrer-Policy: strict-origin-when-cross-origin, et ne l’ouvrez pas comme fichier ni dans un bac à sable.' : ''}`,
    },
    quota_near: {
      title: 'Un quota est presque épuisé',
      says: ({ isOfFiles, limit }) =>
        isOfFiles
          ? `Plus de 80 pour cent de l’espace des fichiers est occupé (${limit} octets).`
          : `Plus de 80 pour cent des ${limit} réponses de ce mois sont arrivées.`,
      remedy: ({ isOfFiles }) =>
        isOfFiles
          ? 'Supprimez des réponses avec de gros fichiers, ou augmentez la limite.'
          : 'Demandez une offre plus grande à l’exploitant avant que le formulaire refuse les réponses jusqu’au mois prochain.',
    },
    quota_reached: {
      title: 'Un quota est épuisé',
      says: ({ isOfFiles, limit }) =>
        isOfFiles
          ? `L’espace des fichiers est plein (${limit} octets) : les réponses avec fichiers sont refusées.`
          : `Les ${limit} réponses de ce mois sont arrivées : les suivantes sont refusées.`,
      remedy: ({ isOfFiles }) =>
        isOfFiles
          ? 'Supprimez des réponses avec de gros fichiers, ou augmentez la limite.'
          : 'Demandez une offre plus grande à l’exploitant, ou attendez le mois prochain.',
    },
    channel_disabled: {
      title: 'Un canal a été désactivé',
      says: ({ list }) => `Le destinataire n’existe plus ou échoue depuis cinq jours, donc plus rien ne lui est envoyé : ${list}.`,
      remedy: () => 'Corrigez l’adresse dans le workflow et publiez-le, ce qui réactive le canal. Renvoyez ensuite ce qui a échoué.',
    },
    deliveries_failing: {
      title: 'Des envois échouent',
      says: ({ list }) => `Les trois derniers envois ont échoué définitivement : ${list}.`,
      remedy: () => 'Voyez les causes, corrigez l’adresse ou le destinataire, puis renvoyez ce qui a échoué.',
    },
    held_for_a_while: {
      title: 'Des réponses attendent en quarantaine',
      says: ({ count, day }) =>
        `Des réponses ressemblent à du spam et personne ne les a vues : ${count}. Elles sont supprimées à partir du ${day}.`,
      remedy: () => 'Regardez la quarantaine, et libérez ce qui n’est pas du spam.',
    },
    import_will_be_deleted: {
      title: 'Des réponses importées seront supprimées',
      says: ({ day }) =>
        `Des lignes d’un import sont plus anciennes que la durée de conservation du formulaire, qui les supprime ${day ? `à partir du ${day}` : 'dans l’heure'}.`,
      remedy: () => 'Allongez la durée de conservation du formulaire, puis importez le fichier à nouveau.',
    },
    values_dropped: {
      title: 'Des valeurs n’ont pas été conservées',
      says: ({ list }) =>
        `Une page envoie plus de valeurs sans champ, ou plus longues, qu’une réponse n’en garde. N’ont pas été stockées : ${list}.`,
      remedy: () => 'Ajoutez des champs de ces noms, dont les valeurs sont gardées en entier, ou faites que la page ne les envoie pas.',
    },
    unmatched_names: {
      title: 'Une page envoie des noms qu’aucun champ ne porte',
      says: ({ list }) => `De nombreux visiteurs ont envoyé des valeurs sous des noms qu’aucun champ du formulaire ne porte : ${list}.`,
      remedy: () => 'Ajoutez un champ, faites envoyer à la page le nom d’un champ, ou mettez le nom dans intake.ignored_names.',
    },
    closed_by_date: {
      title: 'Des visiteurs viennent à un formulaire fermé',
      says: ({ visitors, day }) =>
        `Le formulaire est fermé depuis le ${day}, et des visiteurs d’au moins ${visitors} réseaux ont voulu envoyer en un jour.`,
      remedy: () => 'Fixez une fin plus tardive, retirez le formulaire de la page, ou désactivez-le.',
    },
    account_suspended: {
      title: 'Le compte est suspendu',
      says: () => 'L’exploitant a suspendu le compte : ses formulaires n’acceptent rien, et ses workflows attendent.',
      remedy: () => 'Adressez-vous à l’exploitant.',
    },
    points_used_up: {
      title: 'Les points de calcul sont épuisés',
      says: ({ day }) => `Des workflows attendent des points de calcul. Les plus anciens échouent le ${day}.`,
      remedy: () => 'Demandez des points à l’exploitant, ou attendez ceux du mois prochain.',
    },
    key_ends: {
      title: 'Une clé d’API se termine bientôt',
      says: ({ list }) => `Ces clés d’API se terminent dans les 14 jours : ${list}.`,
      remedy: () => 'Créez une nouvelle clé, donnez-la aux programmes qui utilisent l’ancienne, et révoquez l’ancienne.',
    },
  },
};

export const SPANISH: NoticeTexts = {
  many: (count) => `${count} avisos sobre sus formularios`,
  over: 'Terminado',
  account: (name) => `Cuenta ${name}`,
  seeAll: 'Ver lo que necesita atención',
  reason:
    'Recibe este correo porque su dirección es la de un formulario o la de su cuenta. Los ajustes de un formulario pueden desactivar estos correos.',
  kinds: {
    origin_refused: {
      title: 'Se rechaza a los visitantes de un sitio web',
      says: ({ list, visitors }) =>
        `Visitantes de al menos ${visitors} redes no pudieron enviar nada en un día. El origen de sus páginas no está permitido para el formulario: ${list}.`,
      remedy: ({ hasNullOrigin }) =>
        `Si es su página, añada su origen a los orígenes permitidos del formulario.${hasNullOrigin ? ' Una página con el origen «null» lo oculta: haga que envíe Referrer-Policy: strict-origin-when-cross-origin, y no la abra como archivo ni en un entorno aislado.' : ''}`,
    },
    quota_near: {
      title: 'Una cuota está casi agotada',
      says: ({ isOfFiles, limit }) =>
        isOfFiles
          ? `Más del 80 por ciento del espacio para archivos está ocupado (${limit} bytes).`
          : `Ha llegado más del 80 por ciento de las ${limit} respuestas de este mes.`,
      remedy: ({ isOfFiles }) =>
        isOfFiles
          ? 'Elimine respuestas con archivos grandes, o aumente el límite.'
          : 'Pida al operador un plan mayor antes de que el formulario rechace respuestas hasta el mes próximo.',
    },
    quota_reached: {
      title: 'Una cuota está agotada',
      says: ({ isOfFiles, limit }) =>
        isOfFiles
          ? `El espacio para archivos está lleno (${limit} bytes): se rechazan las respuestas con archivos.`
          : `Han llegado las ${limit} respuestas de este mes: las siguientes se rechazan.`,
      remedy: ({ isOfFiles }) =>
        isOfFiles
          ? 'Elimine respuestas con archivos grandes, o aumente el límite.'
          : 'Pida al operador un plan mayor, o espere al mes próximo.',
    },
    channel_disabled: {
      title: 'Se ha desactivado un canal',
      says: ({ list }) => `El receptor ya no existe o falla desde hace cinco días, por lo que no se le envía nada más: ${list}.`,
      remedy: () => 'Corrija la dirección en el workflow y publíquelo, lo que activa el canal. Después envíe de nuevo lo que ha fallado.',
    },
    deliveries_failing: {
      title: 'Las entregas fallan',
      says: ({ list }) => `Las tres últimas entregas han fallado definitivamente: ${list}.`,
      remedy: () => 'Vea las causas, corrija la dirección o el receptor, y envíe de nuevo lo que ha fallado.',
    },
    held_for_a_while: {
      title: 'Hay respuestas que esperan en cuarentena',
      says: ({ count, day }) => `Hay respuestas que parecen spam y que nadie ha mirado: ${count}. Se eliminan a partir del ${day}.`,
      remedy: () => 'Mire la cuarentena, y libere lo que no sea spam.',
    },
    import_will_be_deleted: {
      title: 'Se eliminarán respuestas importadas',
      says: ({ day }) =>
        `Hay filas de una importación más antiguas que el plazo de conservación del formulario, que las elimina ${day ? `a partir del ${day}` : 'en menos de una hora'}.`,
      remedy: () => 'Alargue el plazo de conservación del formulario, y vuelva a importar el archivo.',
    },
    values_dropped: {
      title: 'Hay valores que no se han guardado',
      says: ({ list }) =>
        `Una página envía más valores sin campo, o más largos, de los que guarda una respuesta. No se han guardado: ${list}.`,
      remedy: () => 'Añada campos con esos nombres, cuyos valores se guardan enteros, o haga que la página no los envíe.',
    },
    unmatched_names: {
      title: 'Una página envía nombres que ningún campo tiene',
      says: ({ list }) => `Muchos visitantes han enviado valores con nombres que ningún campo del formulario tiene: ${list}.`,
      remedy: () => 'Añada un campo, haga que la página envíe el nombre de uno, o ponga el nombre en intake.ignored_names.',
    },
    closed_by_date: {
      title: 'Llegan visitantes a un formulario cerrado',
      says: ({ visitors, day }) =>
        `El formulario está cerrado desde el ${day}, y visitantes de al menos ${visitors} redes quisieron enviar en un día.`,
      remedy: () => 'Fije un final posterior, quite el formulario de la página, o desactívelo.',
    },
    account_suspended: {
      title: 'La cuenta está suspendida',
      says: () => 'El operador ha suspendido la cuenta: sus formularios no aceptan nada, y sus workflows esperan.',
      remedy: () => 'Pregunte al operador.',
    },
    points_used_up: {
      title: 'Los puntos de cálculo están agotados',
      says: ({ day }) => `Hay workflows que esperan puntos de cálculo. Los que más esperan fallan el ${day}.`,
      remedy: () => 'Pida puntos al operador, o espere a los del mes próximo.',
    },
    key_ends: {
      title: 'Una clave de API termina pronto',
      says: ({ list }) => `Estas claves de API terminan en menos de 14 días: ${list}.`,
      remedy: () => 'Cree una clave nueva, désela a los programas que usan la antigua, y revoque la antigua.',
    },
  },
};
