<?php
/**
 * Checks for the owner.
 *
 * @package Geolet
 */

defined( 'ABSPATH' ) || exit;

/**
 * Adds to Site Health what Geolet's doctor looks at first: whether pages get a record, whether a cache keeps it, whose
 * address it is about, and how old the data are.
 */
final class Geolet_Site_Health {
	/** So many seconds one request of a check takes at most, and no check sends more than three. */
	private const LONGEST_WAIT = 5;

	/** More than any record has. */
	private const MOST_BYTES = 131072;

	/**
	 * Registers the checks.
	 */
	public static function register() {
		add_filter( 'site_status_tests', array( self::class, 'add' ) );
	}

	/**
	 * Adds the checks to those of WordPress.
	 *
	 * @param array<string, array<string, mixed>> $tests All checks.
	 * @return array<string, array<string, mixed>>
	 */
	public static function add( $tests ) {
		$checks = array(
			'record'  => __( 'Geolet: the record of the visitor', 'geolet' ),
			'address' => __( 'Geolet: the address of the visitor', 'geolet' ),
			'data'    => __( 'Geolet: the age of the data', 'geolet' ),
		);
		if ( Geolet_Rates::is_on() ) {
			$checks['rates'] = __( 'Geolet: the exchange rates', 'geolet' );
		}
		foreach ( $checks as $name => $label ) {
			$tests['direct'][ "geolet_$name" ] = array(
				'label'     => $label,
				'test'      => array( self::class, "check_$name" ),
				'skip_cron' => true,
			);
		}
		return $tests;
	}

	/**
	 * Asks the service, then asks as a page does, twice, and looks whether the second answer is another one. The plugin's
	 * own cache may still have records of a service that answers no more: so the service is asked past it.
	 *
	 * @return array<string, mixed>
	 */
	public static function check_record(): array {
		$source = Geolet_Settings::raw()['source'];
		if ( 'none' === $source ) {
			return self::result( 'record', 'recommended', __( 'Geolet is not set up', 'geolet' ), __( 'Choose under Settings, Geolet where the record comes from.', 'geolet' ) );
		}
		try {
			$settings = Geolet_Settings::load_complete();
		} catch ( InvalidArgumentException $problem ) {
			return self::result( 'record', 'critical', __( 'A setting of Geolet is wrong', 'geolet' ), $problem->getMessage() );
		}
		if ( 'proxy' === $source ) {
			return self::look_at_answers( self::whole_address( $settings['endpoint'] ), __( 'The proxy answers, and two requests had two answers. Its page /geolet-check, where GEOLET_CHECK turns it on, and the command "npx geolet doctor" look at more.', 'geolet' ) );
		}
		try {
			$store = Geolet_Store::open( $settings['cacheEntries'] );
			$store->count( 'Site Health', 1 );
			if ( 'service' === $source ) {
				self::ask_service( $settings, $store );
			}
		} catch ( Geolet_Error $error ) {
			return self::failure( $error );
		}
		return self::look_at_answers(
			self::whole_address( Geolet_Route::target() ),
			'service' === $source ? __( 'The service has just accepted the key, and two requests had two answers.', 'geolet' ) : __( 'Two requests had two answers.', 'geolet' )
		);
	}

	/**
	 * Asks the service about this very request, as for a visitor but past the cache.
	 *
	 * @param array<string, mixed> $settings All settings, with the keys.
	 * @param Geolet_Store         $store    Of this site.
	 * @throws Geolet_Error When visitors would get no record.
	 */
	private static function ask_service( array $settings, Geolet_Store $store ) {
		$settings['timeoutMs'] = min( $settings['timeoutMs'], 1000 * self::LONGEST_WAIT );
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- Parsed strictly.
		$request = new Geolet_Request( $_SERVER );
		$visitor = new Geolet_Visitor( $request, $settings );
		$address = $visitor->address ?? Geolet_Address::parse( '127.0.0.1' );
		$service = new Geolet_Service( $settings, $store );
		Geolet_Attribution::note( $service->ask( new Geolet_Visit( $request, $address, wp_generate_uuid4() ) ) );
	}

	/**
	 * What visitors have in place of records, and what to do.
	 *
	 * @param Geolet_Error $error What happened.
	 * @return array<string, mixed>
	 */
	private static function failure( Geolet_Error $error ): array {
		list( $label, $fix ) = self::kinds()[ $error->kind ] ?? array( __( 'Geolet: pages get no record', 'geolet' ), '' );
		$cause               = '' === $error->detail ? '' : " ($error->detail)";
		return self::result( 'record', 'critical', $label, trim( $error->getMessage() . "$cause $fix" ) );
	}

	/**
	 * What can fail, by the kind of the error: what it is called, and what to do.
	 *
	 * @return array<string, array{0: string, 1: string}>
	 */
	private static function kinds(): array {
		return array(
			'key'         => array( __( 'Geolet: the service refuses the key', 'geolet' ), __( 'Save a key under Settings, Geolet that the service accepts.', 'geolet' ) ),
			'limit'       => array( __( 'Geolet: the service answers no more for now', 'geolet' ), __( 'Raise the limit of the key at the service.', 'geolet' ) ),
			'budget'      => array( __( 'Geolet: the daily budget is spent', 'geolet' ), __( 'Visitors without a cached record get none until tomorrow. If that is too early, raise the budget under Settings, Geolet.', 'geolet' ) ),
			'unreachable' => array( __( 'Geolet: the service cannot be reached', 'geolet' ), __( 'Check its address, and whether this server may reach it.', 'geolet' ) ),
			'slow'        => array( __( 'Geolet: the service does not answer in time', 'geolet' ), __( 'Check its address, whether this server may reach it, and how busy it is.', 'geolet' ) ),
			'failing'     => array( __( 'Geolet: the service fails', 'geolet' ), __( 'The log of the service has the reason.', 'geolet' ) ),
			'answer'      => array( __( 'Geolet: the address is not that of a visitor-data service', 'geolet' ), __( 'Check the address of the service under Settings, Geolet.', 'geolet' ) ),
			'address'     => array( __( 'Geolet: the service answers about another visitor', 'geolet' ), __( 'Do not put a cache between this server and the service.', 'geolet' ) ),
			'store'       => array( __( 'Geolet cannot count requests, and gives no records', 'geolet' ), __( 'Allow the database user to create the table, or create it by hand: the documentation has its columns. With an object cache, check that it runs.', 'geolet' ) ),
		);
	}

	/**
	 * Asks as a page does, twice.
	 *
	 * @param string $address Whole.
	 * @param string $praise  What to say when all is well.
	 * @return array<string, mixed>
	 */
	private static function look_at_answers( string $address, string $praise ): array {
		$answers = array();
		foreach ( array( 1, 2 ) as $number ) {
			$answer = self::ask( $address );
			if ( is_wp_error( $answer ) ) {
				return self::result( 'record', 'critical', __( 'Geolet: the record cannot be reached', 'geolet' ), $answer->get_error_message() );
			}
			$record = Geolet_Json::read_object( wp_remote_retrieve_body( $answer ) );
			if ( 200 !== wp_remote_retrieve_response_code( $answer ) || null === $record ) {
				$said = $record['description'] ?? null;
				/* translators: 1: status code of HTTP, 2: a sentence in English. */
				$text = sprintf( __( 'Pages get the status %1$s in place of a record: %2$s', 'geolet' ), wp_remote_retrieve_response_code( $answer ), is_string( $said ) ? $said : __( 'another program answers at its address.', 'geolet' ) );
				return self::result( 'record', 'critical', __( 'Geolet: pages get no record', 'geolet' ), $text );
			}
			$allowed = wp_remote_retrieve_header( $answer, 'access-control-allow-origin' );
			if ( self::origin( $address ) !== self::origin( home_url() ) && self::origin( home_url() ) !== $allowed ) {
				/* translators: %s: scheme and host of this site. */
				$text = sprintf( __( 'Browsers keep its answers from pages of this site. Add %s to the origins of the proxy.', 'geolet' ), self::origin( home_url() ) );
				return self::result( 'record', 'critical', __( 'Geolet: the proxy does not answer pages of this site', 'geolet' ), $text );
			}
			$answers[] = $answer;
		}
		$ids   = array_map( 'wp_remote_retrieve_header', $answers, array( 'x-request-id', 'x-request-id' ) );
		$usual = Geolet_Contract::get( 'responseHeaders' )['cache-control'];
		if ( $ids[0] === $ids[1] || wp_remote_retrieve_header( $answers[1], 'cache-control' ) !== $usual ) {
			$text = __( 'Exclude this address from the rules of your page cache or content delivery network. Otherwise one visitor gets the record of another:', 'geolet' );
			return self::result( 'record', 'critical', __( 'Geolet: a cache keeps the record', 'geolet' ), "$text $address" );
		}
		return self::result( 'record', 'good', __( 'Geolet: pages get the record, and no cache keeps it', 'geolet' ), $praise );
	}

	/**
	 * Looks whose address this very request seems to come from.
	 *
	 * @return array<string, mixed>
	 */
	public static function check_address(): array {
		try {
			$settings = Geolet_Settings::load();
		} catch ( InvalidArgumentException $problem ) {
			return self::result( 'address', 'recommended', __( 'Geolet cannot tell whose address it is', 'geolet' ), $problem->getMessage() );
		}
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- Parsed strictly.
		$request  = new Geolet_Request( $_SERVER );
		$visitor  = new Geolet_Visitor( $request, $settings );
		$is_known = null !== $visitor->address && $visitor->address->is_public();
		$is_named = null !== $request->header( 'x-forwarded-for' ) || null !== $request->header( 'cf-connecting-ip' ) || null !== $request->header( 'forwarded' );
		if ( 'proxy' === $settings['source'] || 'none' === $settings['source'] ) {
			return self::result( 'address', 'good', __( 'Geolet: the address is found elsewhere', 'geolet' ), __( 'This WordPress does not look up visitors.', 'geolet' ) );
		}
		if ( 'none' === $settings['trust'] && $is_named ) {
			$text = __( 'Your request came through another server, so every visitor may have its address. Set under Settings, Geolet how many servers are in front of WordPress.', 'geolet' );
			return self::result( 'address', 'critical', __( 'Geolet takes a server for every visitor', 'geolet' ), $text );
		}
		if ( 'none' !== $settings['trust'] && 0 === $visitor->believed ) {
			$text = __( 'No server has named you in the header that is trusted. Let it write that header, or set the servers in front to "none".', 'geolet' );
			return self::result( 'address', 'recommended', __( 'Geolet: the servers in front name no visitor', 'geolet' ), $text );
		}
		if ( ! $is_known ) {
			$text = __( 'You come from a private network, which has no location. That is right if you are in the network of your server, and wrong otherwise.', 'geolet' );
			return self::result( 'address', 'recommended', __( 'Geolet sees you at a private address', 'geolet' ), $text );
		}
		if ( 'host' === $settings['source'] && array() === Geolet_Host::record( $request, $visitor, $settings ) ) {
			$text = __( 'None of its headers came with your request through the trusted servers, so visitors have no location. Turn on these headers in the settings of the host.', 'geolet' );
			return self::result( 'address', 'recommended', __( 'Geolet: the host does not say where you are', 'geolet' ), $text );
		}
		return self::result( 'address', 'good', __( 'Geolet sees a public address', 'geolet' ), __( 'It should be your own, which your browser shows when you search for "my IP address":', 'geolet' ) . ' ' . $visitor->address->text );
	}

	/**
	 * Looks how old the service's data are.
	 *
	 * @return array<string, mixed>
	 */
	public static function check_data(): array {
		$date = Geolet_Attribution::known()['dataDate'];
		$days = '' === $date ? 0 : (int) floor( ( time() - strtotime( $date ) ) / DAY_IN_SECONDS );
		if ( $days > Geolet_Contract::get( 'oldDataDays' ) ) {
			/* translators: %d: number of days. */
			$text = sprintf( _n( 'Addresses move. The data of the service are %d day old.', 'Addresses move. The data of the service are %d days old.', $days, 'geolet' ), $days );
			return self::result( 'data', 'recommended', __( 'Geolet: the data of the service are old', 'geolet' ), $text );
		}
		return self::result( 'data', 'good', __( 'Geolet: nothing says that the data are old', 'geolet' ), '' === $date ? __( 'The service does not say how old they are.', 'geolet' ) : $date );
	}

	/**
	 * Looks whether there are good exchange rates.
	 *
	 * @return array<string, mixed>
	 */
	public static function check_rates(): array {
		$state = Geolet_Rates::state();
		$cause = '' === $state['problem'] ? '' : ' (' . $state['problem'] . ')';
		if ( null === Geolet_Rates::current() ) {
			$label = null === $state['inUse'] ? __( 'Geolet has no exchange rates', 'geolet' ) : __( 'Geolet: the exchange rates are too old', 'geolet' );
			$text  = __( 'Prices are not converted. WordPress asks the European Central Bank each hour: check whether this server may reach it, and whether WordPress runs its scheduled events.', 'geolet' );
			return self::result( 'rates', 'recommended', $label, $text . $cause );
		}
		if ( null !== $state['keptBack'] ) {
			/* translators: 1: a date, 2: currencies. */
			$text = sprintf( __( 'The rates of %1$s wait for those of a later day, since these moved by more than 20 %% a day, more than doubled or halved, or are new: %2$s. If they are right, use them under Settings, Geolet.', 'geolet' ), $state['keptBack']['date'], implode( ', ', $state['unexpected'] ) );
			return self::result( 'rates', 'recommended', __( 'Geolet: exchange rates are kept back', 'geolet' ), $text );
		}
		/* translators: %s: a date. */
		$text = sprintf( __( 'They are of %s.', 'geolet' ), $state['inUse']['date'] );
		return self::result( 'rates', 'good', __( 'Geolet: there are exchange rates', 'geolet' ), $text . $cause );
	}

	/**
	 * Asks for the record over the network, as a page of this site does.
	 *
	 * @param string $address Whole.
	 * @return array<string, mixed>|WP_Error
	 */
	private static function ask( string $address ) {
		$here = self::origin( home_url() );
		return wp_remote_get(
			$address,
			array(
				'headers'             => self::origin( $address ) === $here ? array() : array( 'origin' => $here ),
				'redirection'         => 0,
				'timeout'             => self::LONGEST_WAIT,
				'limit_response_size' => self::MOST_BYTES,
			)
		);
	}

	/**
	 * An address with scheme and host.
	 *
	 * @param string $address Whole, or a path on this host.
	 */
	private static function whole_address( string $address ): string {
		return 0 === strpos( $address, '/' ) ? self::origin( home_url() ) . $address : $address;
	}

	/**
	 * Scheme, host and port of an address.
	 *
	 * @param string $address Whole.
	 */
	private static function origin( string $address ): string {
		$parts = wp_parse_url( $address );
		return strtolower( ( $parts['scheme'] ?? '' ) . '://' . ( $parts['host'] ?? '' ) ) . ( isset( $parts['port'] ) ? ':' . $parts['port'] : '' );
	}

	/**
	 * A result as Site Health shows it.
	 *
	 * @param string $name   Of the check.
	 * @param string $status One of `good`, `recommended` and `critical`.
	 * @param string $label  In short.
	 * @param string $text   What it means, and what to do.
	 * @return array<string, mixed>
	 */
	private static function result( string $name, string $status, string $label, string $text ): array {
		$link = '<a href="' . esc_url( admin_url( 'options-general.php?page=geolet' ) ) . '">' . esc_html__( 'Settings of Geolet', 'geolet' ) . '</a>';
		return array(
			'label'       => $label,
			'status'      => $status,
			'badge'       => array(
				'label' => __( 'Geolet', 'geolet' ),
				'color' => 'blue',
			),
			'description' => '<p>' . esc_html( $text ) . '</p>',
			'actions'     => '<p>' . $link . '</p>',
			'test'        => "geolet_$name",
		);
	}
}
